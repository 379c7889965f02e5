/** Compares the issuers that a tenant trusts, and the tokens that it revoked, with the evidence of their changes. */
import { canonicalJson, type JsonValue } from '@assize/evidence-format';
import { ISSUER_ADDED, ISSUER_CHANGES, TOKENS_REVOKED } from '../../../issuers/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { differingFrom, inTurn, naming } from '../../comparing/naming.ts';
import { pagesBy, type RowOf, rowsBy, rowsOfTenant } from '../../comparing/rows.ts';
import { inProduction } from '../../comparing/stating.ts';
import type { Check } from '../../registry.ts';

const definitions = naming({
  rows: (context) => pagesBy(rowsOfTenant(context, 'issuers'), 'issuer_id'),
  names: ['evidence_id'],
  it: ({ issuer_id }) => `Issuer ${issuer_id}`,
  compare: (row, { evidence_id: act }) => ({ what: faultOf(row, act), at: act }),
});

const STATED = [
  ...(['issuer_id', 'name', 'issuer', 'audience', 'jwks_uri', 'algorithms', 'mapping'] as const),
  ...(['status', 'revoked_before', 'version'] as const),
];

function faultOf(row: RowOf<'issuers'>, act: Act | undefined): string | null {
  if (act?.type !== 'governance_change' || !ISSUER_CHANGES.includes(act.action)) {
    return `There is no record of who added or changed issuer ${row.issuer_id}.`;
  }
  const { change } = act;
  if (change === null) return act.isGone ? null : 'is not as is on record';
  const other = STATED.filter((name) => asColumn(change[name]) !== row[name]);
  return other.length === 0 ? null : `is not as is on record: ${other.join(', ')}`;
}

/** As the column has it: what is not a simple value as canonical JSON. */
function asColumn(value: JsonValue | undefined): JsonValue {
  return typeof value === 'object' && value !== null ? canonicalJson(value) : (value ?? null);
}

const revocations = naming({
  rows: (context) => pagesBy(rowsOfTenant(context, 'token_revocations'), ['issuer_id', 'kind', 'value']),
  names: ['evidence_id'],
  it: ({ issuer_id, kind }) => `A revoked ${kind} of issuer ${issuer_id}`,
  compare: (row, { evidence_id: act }) => {
    if (act?.type !== 'governance_change' || act.action !== TOKENS_REVOKED) {
      return { what: 'has no record of who revoked it', at: act };
    }
    const other = differingFrom(act, { at: row.revoked_at, by: row.revoked_by }, (change) => ({
      'the issuer': [change.issuer_id, row.issuer_id],
      'its value': [change[row.kind], row.value],
    }));
    return { what: other.length === 0 ? null : `is not as is on record: ${other.join(', ')}`, at: act };
  },
});

function faultOfAdding({ issuer_id, created_at, created_by }: RowOf<'issuers'>, act: Act): string | null {
  if (act.action !== ISSUER_ADDED || (created_at === act.at && created_by === act.actor)) return null;
  return `Issuer ${issuer_id} was added by another, or at another time, than is on record.`;
}

/** No issuer is missing or as it was before its last record, and no revocation was undone. */
const changes: Check = async (tally, context) => {
  const issuers = await rowsBy(rowsOfTenant(context, 'issuers'), 'issuer_id');
  const revoked = await rowsBy(rowsOfTenant(context, 'token_revocations'), 'evidence_id');
  for await (const page of actsOfType(context, 'governance_change', { actions: ISSUER_CHANGES })) {
    for (const act of page) {
      const { change } = act;
      if (change === null) continue;
      const row = issuers.get(String(change.issuer_id));
      const isOne = change.jti !== undefined || change.subject !== undefined;
      if (row === undefined || Number(change.version ?? 0) > row.version) {
        const what = row === undefined ? 'is not there' : 'is as it was before';
        tally.unmatched([act], context.size, `An issuer was added or changed here, and ${what}.`);
      } else if (isOne && !revoked.has(act.id)) {
        tally.unmatched([act], context.size, 'Tokens were revoked here, and are not revoked.');
      } else tally.compared(faultOfAdding(row, act), act);
    }
  }
};

export const issuers = inProduction(inTurn(definitions, revocations, changes));
