/** Compares webhook endpoints with the evidence of their changes: none is missing, unrecorded or otherwise. */
import { type JsonObject, parseJson } from '@assize/evidence-format';
import { type Digest, earlierRows, existingDigests } from '../../../evidence/changes/index.ts';
import { digestsOf } from '../../../webhooks/endpoints/index.ts';
import { actsOfType } from '../../comparing/acts.ts';
import { takeOut } from '../../comparing/naming.ts';
import { type RowOf, rowsOf } from '../../comparing/rows.ts';
import type { ChainOfRows, Check } from '../../registry.ts';
import { ENDPOINT_ACTIONS, EndpointHistory, type EndpointState } from './endpoint-history.ts';

type Row = RowOf<'webhook_endpoints'>;

/** An automatic disabling is recorded within seconds while a node runs. */
const RECORDED_WITHIN_MS = 60_000;

/** Rows are read first: each was written together with its record, which a later read then finds. */
export const endpoints: Check = async (tally, context) => {
  const { db, chain, size, nowMs } = context;
  const rows = await rowsOf(context, 'webhook_endpoints').execute();
  const digest = await existingDigests(db);
  const before = await earlierRows(db, chain);
  const history = new EndpointHistory(before);
  for await (const page of actsOfType(context, 'governance_change', { actions: ENDPOINT_ACTIONS }))
    for (const act of page) history.take(act);
  for (const { act, what } of history.faults) tally.gap(what, act);
  for (const row of rows) {
    const { endpoint_id: id, created_at, created_by } = row;
    const { state = {}, deleted = false, last } = history.endpoints.get(id) ?? {};
    const isMade =
      state.created_at !== undefined ||
      before.find('endpoints', id, created_at) !== null ||
      takeOut(history.namelessMade, ({ at, actor }) => at === created_at && actor === created_by);
    const it = `Webhook endpoint ${id}`;
    const other = isMade && !deleted ? differences(digest, row, state, nowMs) : [];
    if (!isMade) tally.compared(`There is no record of who made webhook endpoint ${id}.`);
    else if (deleted) tally.compared(`${it} was deleted, but is there.`, last);
    else
      tally.compared(other.length === 0 ? null : `${it} is not as is on record: ${other.join(', ')}.`, last);
  }
  const there = new Set(rows.map(({ endpoint_id }) => endpoint_id));
  let { namelessDeleted } = history;
  for (const [id, { deleted, last }] of history.endpoints) {
    if (deleted || there.has(id) || last.position >= size) continue;
    // Each record without its payload accounts for one.
    const isDeleted = namelessDeleted > 0;
    if (isDeleted) namelessDeleted -= 1;
    tally.compared(isDeleted ? null : `Webhook endpoint ${id} was not deleted, but is not there.`, last);
  }
};

function differences(digest: Digest, row: Row, recorded: EndpointState, nowMs: number): string[] {
  const { disabled, ...columns } = recorded;
  const held: JsonObject = {
    created_at: row.created_at,
    created_by: row.created_by,
    ...digestsIn(digest, row),
    previous_until: row.previous_until,
    types: row.types ?? 'null',
  };
  const other = Object.keys(held).filter((column) => {
    const stated = columns[column as keyof typeof columns];
    return stated !== undefined && stated !== held[column];
  });
  const isOff = disabled !== undefined && isOtherwiseDisabled(row, disabled, nowMs);
  return isOff ? [...other, 'disabled'] : other;
}

function digestsIn(digest: Digest, row: Row): JsonObject {
  const { endpoint_id: id, url, description, secret, previous_secret } = row;
  const digests = digestsOf(digest, id, { url, description, secret });
  const previous = previous_secret === null ? {} : digestsOf(digest, id, { secret: previous_secret });
  return { ...digests, previous_secret: previous.secret ?? null };
}

function isOtherwiseDisabled(
  { disabled_at, disabled_reason, disabled_evidence_id: evidenceId }: Row,
  recorded: NonNullable<EndpointState['disabled']> | null,
  nowMs: number,
): boolean {
  if (recorded === null) {
    if (disabled_at === null) return disabled_reason !== null || evidenceId !== null;
    // It was disabled automatically a moment ago.
    const isNew = evidenceId === null && nowMs - disabled_at < RECORDED_WITHIN_MS;
    return !isNew || disabled_reason === null || disabled_reason === 'asked';
  }
  if (disabled_at !== recorded.at || disabled_reason !== recorded.reason) return true;
  return recorded.evidenceId !== null && evidenceId !== '' && evidenceId !== recorded.evidenceId;
}

/** The endpoints that an earlier version kept without digests. */
export async function readEarlierEndpoints(context: ChainOfRows, digest: Digest): Promise<JsonObject> {
  const rows = await rowsOf(context, 'webhook_endpoints').execute();
  const states = rows.map((row): [string, JsonObject] => {
    const { disabled_at, disabled_reason, types } = row;
    const typed = types === null ? null : parseJson(types);
    return [row.endpoint_id, { ...digestsIn(digest, row), types: typed, disabled_at, disabled_reason }];
  });
  return Object.fromEntries(states);
}
