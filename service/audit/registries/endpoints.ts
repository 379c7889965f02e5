/**
 * Compares webhook endpoints with the evidence of their changes: address, event types, secret and whether it is
 * enabled. None may exist without the record that made it, or be missing without the record that deleted it.
 */

import { type JsonObject, parseJson } from '@assize/evidence-format';
import type { Selectable } from 'kysely';
import type { WebhookEndpointsTable } from '../../database/tables/event.ts';
import {
  changesOf,
  type Digest,
  EARLIER_ROWS_ACTION,
  earlierRows,
  existingDigests,
  type RecordedChange,
} from '../../evidence/changes/index.ts';
import { digestsOf, OVERLAP_MS } from '../../webhooks/endpoints/index.ts';
import type { ChainOfRows, CheckContext, Registry, Tally } from '../registry.ts';
import { ENDPOINT_ACTIONS, EndpointHistory, type RecordedEndpoint } from './endpoint-history.ts';
import { takeOut } from './rows.ts';

export const endpointsRegistry: Registry = { name: 'endpoints', check };

type Row = Selectable<WebhookEndpointsTable>;

/** An automatic disabling is recorded within seconds while a node runs. */
const RECORDED_WITHIN_MS = 60_000;

/** Rows are read first: each was written together with its record, which a later read then finds. */
async function check(tally: Tally, context: CheckContext): Promise<void> {
  const { db, chain, size, nowMs } = context;
  const rows = await db.selectFrom('webhook_endpoints').selectAll().where('chain', '=', chain).execute();
  const digest = await existingDigests(db);
  const before = await earlierRows(db, chain);
  const history = new EndpointHistory(before);
  for await (const page of changesOf(db, chain, [EARLIER_ROWS_ACTION, ...ENDPOINT_ACTIONS])) {
    for (const recorded of page) history.take(recorded);
  }
  for (const { recorded, what } of history.faults) tally.gap(what, recorded.position, recorded.id);
  const there = new Set<string>();
  for (const row of rows) {
    const isMaker = ({ at, actor }: RecordedChange) => at === row.created_at && actor === row.created_by;
    there.add(row.endpoint_id);
    tally.checked();
    const taken = before.find('endpoints', row.endpoint_id, row.created_at);
    const recorded = history.endpoints.get(row.endpoint_id);
    const it = `Webhook endpoint ${row.endpoint_id}`;
    if (recorded?.createdAt === undefined && taken === null && !takeOut(history.namelessMade, isMaker)) {
      tally.gap(`There is no record of who made webhook endpoint ${row.endpoint_id}.`);
    } else if (recorded?.deleted)
      tally.gap(`${it} was deleted, but is there.`, recorded.last.position, recorded.last.id);
    else {
      const other = differences(digest, row, recorded ?? {}, nowMs);
      if (other.length === 0) continue;
      tally.gap(
        `${it} is not as is on record: ${other.join(', ')}.`,
        recorded?.last.position,
        recorded?.last.id,
      );
    }
  }
  let { namelessDeleted } = history;
  for (const [id, { deleted, last }] of history.endpoints) {
    if (deleted || there.has(id) || last.position >= size) continue;
    tally.checked();
    // Each record without its payload accounts for one.
    if (namelessDeleted > 0) namelessDeleted -= 1;
    else tally.gap(`Webhook endpoint ${id} was not deleted, but is not there.`, last.position, last.id);
  }
}

function differences(digest: Digest, row: Row, recorded: Partial<RecordedEndpoint>, nowMs: number): string[] {
  const { endpoint_id: id, previous_secret } = row;
  const hidden = { url: row.url, description: row.description, secret: row.secret };
  const { url, description, secret } = digestsOf(digest, id, hidden);
  const { secret: previous = null } =
    previous_secret === null ? {} : digestsOf(digest, id, { secret: previous_secret });
  const off: [string, boolean][] = [
    ['created_at', recorded.createdAt !== undefined && recorded.createdAt !== row.created_at],
    ['created_by', recorded.createdBy !== undefined && recorded.createdBy !== row.created_by],
    ['url', isOther(recorded.url, url)],
    ['description', isOther(recorded.description, description)],
    ['secret', isOther(recorded.secret, secret)],
    ['previous_secret', isOther(recorded.previousSecret, previous)],
    ['previous_until', isOtherUntil(row.previous_until, recorded)],
    ['types', recorded.types !== undefined && JSON.stringify(recorded.types) !== (row.types ?? 'null')],
    ['disabled', recorded.disabled !== undefined && isOtherwiseDisabled(row, recorded.disabled, nowMs)],
  ];
  return off.flatMap(([column, differs]) => (differs ? [column] : []));
}

function isOtherUntil(
  until: number | null,
  { previousSecret, rotatedAt }: Partial<RecordedEndpoint>,
): boolean {
  if (previousSecret === null) return until !== null;
  return rotatedAt !== undefined && until !== rotatedAt + OVERLAP_MS;
}

function isOther(recorded: unknown, held: unknown): boolean {
  return recorded !== undefined && recorded !== held;
}

function isOtherwiseDisabled(row: Row, recorded: RecordedEndpoint['disabled'], nowMs: number): boolean {
  const { disabled_at, disabled_reason, disabled_evidence_id } = row;
  if (recorded == null) {
    if (disabled_at === null) return disabled_reason !== null || disabled_evidence_id !== null;
    // It was disabled automatically a moment ago.
    const isNew = disabled_evidence_id === null && nowMs - disabled_at < RECORDED_WITHIN_MS;
    return !isNew || disabled_reason === null || disabled_reason === 'asked';
  }
  const isSame = disabled_at === recorded.at && disabled_reason === recorded.reason;
  return (
    !isSame ||
    (recorded.evidenceId !== null &&
      disabled_evidence_id !== '' &&
      disabled_evidence_id !== recorded.evidenceId)
  );
}

/** The endpoints that an earlier version kept without digests. */
export async function readEarlierEndpoints({ db, chain }: ChainOfRows, digest: Digest): Promise<JsonObject> {
  const rows = await db.selectFrom('webhook_endpoints').selectAll().where('chain', '=', chain).execute();
  return Object.fromEntries(
    rows.map(({ endpoint_id, types, previous_secret, disabled_at, disabled_reason, ...row }) => {
      const { url, description, secret } = row;
      const recorded: JsonObject = {
        ...digestsOf(digest, endpoint_id, { url, description, secret }),
        previous_secret:
          previous_secret === null
            ? null
            : (digestsOf(digest, endpoint_id, { secret: previous_secret }).secret ?? null),
        types: types === null ? null : parseJson(types),
        disabled_at,
        disabled_reason,
      };
      return [endpoint_id, recorded];
    }),
  );
}
