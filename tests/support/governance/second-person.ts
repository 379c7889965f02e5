/** A tenant whose changes of governance need a second person. */
import assert from 'node:assert/strict';
import type { Area } from '@assize/service/governance/second-person/index.ts';
import type { SettingsDocument } from '@assize/service/governance/settings/terms/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import type { Answer } from '../http/in-process.ts';
import { askAs } from '../people/groups.ts';
import { type SignedIn, signedIn } from '../people/members.ts';
import { SETTINGS } from './settings.ts';

export interface TwoOwners {
  ann: SignedIn;
  bob: SignedIn;
}

/** Two owners, of whom Ann has switched these areas on. */
export async function twoOwners(
  { app, service, name }: { app: FastifyInstance; service: Service; name: string },
  areas: readonly Area[],
): Promise<TwoOwners> {
  const ann = await signedIn(service, name, 'owner', 'Ann');
  const bob = await signedIn(service, name, 'owner', 'Bob');
  const set = await changeSettings(app, ann, () => ({ governance: { second_person: [...areas] } }));
  assert.equal(set.status, 200, JSON.stringify(set.body));
  return { ann, bob };
}

export async function changeSettings(
  app: FastifyInstance,
  who: SignedIn,
  changed: (settings: SettingsDocument) => Partial<SettingsDocument>,
): Promise<Answer> {
  const { body } = await askAs(app, who, SETTINGS);
  const settings = { ...body.settings, ...changed(body.settings) };
  return askAs(app, who, SETTINGS, { method: 'PUT', body: { settings, expected_version: body.version } });
}

/** @returns the id of the approval that the change waits for. */
export function heldAs({ status, body }: Answer): string {
  assert.deepEqual([status, body.code], [409, 'second_person_needed'], JSON.stringify(body));
  assert.match(body.approval_id, /^apr_/);
  return body.approval_id;
}
