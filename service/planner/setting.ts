/**
 * A planner: the model that plans the tasks of one tenant and environment. Its key is sealed, and never shown. Its
 * address may contain a token, so only the host is put into evidence.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import { type BoundStatement, bound } from '../database/evidence/append-store.ts';
import type { Database } from '../database/open.ts';
import type { PlannersTable } from '../database/tables/governance.ts';
import {
  type Actor,
  type ChangeDeps,
  type Digest,
  digests,
  partyOf,
  recordChange,
  type Stamp,
  stampNow,
} from '../evidence/changes/index.ts';
import { Failure, type Fault } from '../foundation/failure.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { retryOvertaken } from '../foundation/retry.ts';
import type { Environment } from '../tenants/index.ts';
import { faultsOfUrl, type SecretBox, secretBoundTo } from '../webhooks/endpoints/index.ts';

export const PLANNER_APIS = ['openai', 'anthropic'] as const;
export type PlannerApi = (typeof PLANNER_APIS)[number];

/** For the whole plan, with waiting and further attempts. */
export const TIMEOUT_MS = { least: 1000, most: 60_000, default: 20_000 };
export const OUTPUT_TOKENS = { least: 256, most: 16_384, default: 4096 };
export const MAX_MODEL_CHARACTERS = 256;
export const MAX_KEY_CHARACTERS = 4096;
/** The characters that a header may contain. */
export const KEY_PATTERN = '^[!-~]+$';

export const PLANNER_SET = 'planner.set';
export const PLANNER_REMOVED = 'planner.remove';
const SEALED_AS = 'planner';
const MAX_ATTEMPTS = 5;
const RETRY_AFTER_SECONDS = 60;

export type PlannerRow = Selectable<PlannersTable>;

export interface WantedPlanner {
  api: PlannerApi;
  url: string;
  model: string;
  /** By default the former key, which goes to no other address. */
  key?: string;
  timeout_ms?: number;
  max_output_tokens?: number;
}

export interface PlannerDeps extends ChangeDeps {
  db: Database;
  fillRandom: FillRandom;
  /** null if the secrets are encrypted under a key that this node does not have. */
  secretBox: SecretBox | null;
  config: { webhooks: { allowNetworks: readonly string[] } };
}

/** The chain whose planner it is, and the actor of a change. */
export interface PlannerOwner {
  chain: number;
  environment: Environment;
  actor: Actor;
}

/** @throws {Failure} `not_found` where none is set. */
export async function findPlanner(db: Database, chain: number): Promise<PlannerRow> {
  const row = await plannerRow(db, chain);
  if (row === undefined) throw new Failure('not_found', 'No planner is set.');
  return row;
}

export function plannerRow(db: Database, chain: number): Promise<PlannerRow | undefined> {
  return db.selectFrom('planners').selectAll().where('chain', '=', chain).executeTakeFirst();
}

/** @throws {Failure} `invalid`; `unavailable`. */
export function setPlanner(
  deps: PlannerDeps,
  { chain, environment, actor }: PlannerOwner,
  wanted: WantedPlanner,
): Promise<PlannerRow> {
  const faults = faultsOfUrl(deps, environment, wanted.url);
  if (faults.length > 0) throw Failure.invalid(faults);
  const { db } = deps;
  return retryOvertaken('the planner', MAX_ATTEMPTS, async () => {
    const former = await plannerRow(db, chain);
    const stamp = stampNow(deps);
    const row: PlannerRow = {
      chain,
      api: wanted.api,
      url: wanted.url,
      model: wanted.model,
      key: sealedKey(deps, chain, wanted, former),
      timeout_ms: wanted.timeout_ms ?? TIMEOUT_MS.default,
      max_output_tokens: wanted.max_output_tokens ?? OUTPUT_TOKENS.default,
      evidence_id: stamp.id,
      set_at: stamp.at,
      set_by: partyOf(actor),
    };
    const digest = await digests(db, deps.fillRandom);
    const change = { ...stated(row), digests: digestsOf(digest, row) };
    const statement = former === undefined ? insertion(db, row) : replacement(db, row, former);
    const result = await record(deps, { chain, actor, stamp, action: PLANNER_SET, change, statement });
    return result ? row : undefined;
  });
}

/** @throws {Failure} `not_found` where none is set; `unavailable`. */
export function removePlanner(
  deps: PlannerDeps,
  { chain, actor }: Omit<PlannerOwner, 'environment'>,
): Promise<PlannerRow> {
  return retryOvertaken('the planner', MAX_ATTEMPTS, async () => {
    const row = await findPlanner(deps.db, chain);
    const statement = bound(
      deps.db.deleteFrom('planners').where('chain', '=', chain).where('evidence_id', '=', row.evidence_id),
      1,
    );
    const stamp = stampNow(deps);
    const change = { host: URL.parse(row.url)?.host ?? null };
    const result = await record(deps, { chain, actor, stamp, action: PLANNER_REMOVED, change, statement });
    return result ? row : undefined;
  });
}

interface Recorded {
  chain: number;
  actor: Actor;
  stamp: Stamp;
  action: string;
  change: JsonObject;
  statement: BoundStatement;
}

async function record(deps: PlannerDeps, { statement, ...change }: Recorded): Promise<boolean> {
  const result = await recordChange(deps, { ...change, statements: [statement] });
  return result.kind === 'appended';
}

function insertion(db: Database, row: PlannerRow): BoundStatement {
  const query = db.insertInto('planners').values(row);
  return bound(
    query.onConflict((conflict) => conflict.doNothing()),
    1,
  );
}

function replacement(db: Database, row: PlannerRow, former: PlannerRow): BoundStatement {
  const { chain, evidence_id } = former;
  const query = db.updateTable('planners').set(row).where('chain', '=', chain);
  return bound(query.where('evidence_id', '=', evidence_id), 1);
}

/** The columns that evidence shows. Truth verification also meets rows that were altered. */
export function stated({ api, url, model, timeout_ms, max_output_tokens }: PlannerRow): JsonObject {
  return { api, host: URL.parse(url)?.host ?? null, model, timeout_ms, max_output_tokens };
}

/** Digests by which truth verification checks the others. */
export function digestsOf(digest: Digest, { chain, url, key }: PlannerRow): JsonObject {
  const of = (column: string, held: string) => digest({ planner: chain, column, held });
  return { url: of('url', url), key: of('key', Buffer.from(key).toString('hex')) };
}

/** The former key may not be sent to an address that its owner never saw. */
function sealedKey(
  deps: PlannerDeps,
  chain: number,
  { api, url, key }: WantedPlanner,
  former: PlannerRow | undefined,
): Uint8Array {
  if (key !== undefined) return boxOf(deps).seal(Buffer.from(key), secretBoundTo(chain, SEALED_AS));
  const isSame = former?.api === api && URL.parse(former.url)?.origin === URL.parse(url)?.origin;
  if (former !== undefined && isSame) return former.key;
  const message =
    former === undefined ? 'A new planner needs a key.' : 'Another API or address needs its own key.';
  const missing: Fault = { field: ['key'], message, type: 'missing' };
  throw Failure.invalid([missing]);
}

/** @throws {Failure} `unavailable` where this node can't open it. */
export function openKey(deps: Pick<PlannerDeps, 'secretBox'>, { chain, key }: PlannerRow): string {
  try {
    return Buffer.from(boxOf(deps).open(key, secretBoundTo(chain, SEALED_AS))).toString();
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
    throw new Failure('unavailable', "The planner's key does not open. Set it again.", { details, cause });
  }
}

function boxOf({ secretBox }: Pick<PlannerDeps, 'secretBox'>): SecretBox {
  if (secretBox !== null) return secretBox;
  const why = "The planner's key is encrypted under a key that this node does not have.";
  throw new Failure('unavailable', why, { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
}

/** A planner as the API and the command line show it, without its key. */
export function plannerFields(row: PlannerRow) {
  const { api, url, model, timeout_ms, max_output_tokens, set_at, set_by, evidence_id } = row;
  const since = new Date(set_at).toISOString();
  return { api, url, model, timeout_ms, max_output_tokens, set_at: since, set_by, evidence_id };
}
