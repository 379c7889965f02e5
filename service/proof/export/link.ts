/**
 * Links that open an export without a key. A link carries the chain, its expiry, and an HMAC-SHA256 over both and the
 * export's id. The holder can download only that export, and only until then.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { chainId, chainNumber } from '../../database/chain-id.ts';
import { installationSecret } from '../../database/installation/installation-secret.ts';
import type { Database } from '../../database/open.ts';
import { type Clock, DAY_MS } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import type { ExportDefinition } from './definition.ts';

export interface LinkDeps {
  db: Database;
  clock: Clock;
  fillRandom: FillRandom;
}

/** The query of a link, unverified. */
export interface LinkQuery {
  chain?: string;
  /** Seconds since the epoch. */
  expires?: string;
  signature?: string;
}

export const LINK_LIFETIME_MS = DAY_MS;
const SECRET = 'evidence export links';
const SECONDS = /^[1-9][0-9]{0,11}$/;

/** The query of a link to this export. */
export async function linkQuery(
  { db, fillRandom }: LinkDeps,
  { chain, export_id, expires_at }: Pick<ExportDefinition, 'chain' | 'export_id' | 'expires_at'>,
): Promise<Required<LinkQuery>> {
  const secret = await installationSecret(db, fillRandom, SECRET);
  const expires = String(Math.floor(expires_at / 1000));
  return { chain: chainId(chain), expires, signature: sign(secret, chainId(chain), export_id, expires) };
}

/** @returns the export's chain. @throws {Failure} `forbidden` if the link was altered, is another's, or expired. */
export async function readLink(
  { db, clock, fillRandom }: LinkDeps,
  exportId: string,
  { chain = '', expires = '', signature = '' }: LinkQuery,
): Promise<number> {
  const secret = await installationSecret(db, fillRandom, SECRET);
  const given = Buffer.from(sign(secret, chain, exportId, expires));
  const presented = Buffer.from(signature);
  const isOurs = presented.length === given.length && timingSafeEqual(presented, given);
  const number = chainNumber(chain);
  if (!isOurs || number === null || !SECONDS.test(expires)) {
    throw new Failure('forbidden', 'This link is not valid. Ask for a new export, or send an API key.');
  }
  refuseExpired(clock, Number(expires) * 1000);
  return number;
}

/** A link never outlives its export: the stored expiry counts. @throws {Failure} `forbidden` if that has passed. */
export function refuseExpired(clock: Clock, expiresAt: number): void {
  if (clock.now() < expiresAt) return;
  throw new Failure('forbidden', 'This link has expired. Ask for a new export, or send an API key.');
}

function sign(secret: Uint8Array, ...parts: string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}
