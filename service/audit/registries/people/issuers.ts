/** Compares the issuers that a tenant trusts, and the tokens that it revoked, with the evidence of their changes. */
import { canonicalJson } from '@assize/evidence-format';
import { ISSUER_CHANGES, recordedIssuer, TOKENS_REVOKED, toIssuer } from '../../../issuers/index.ts';
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

function faultOf(row: RowOf<'issuers'>, act: Act | undefined): string | null {
  if (act?.type !== 'governance_change' || !ISSUER_CHANGES.includes(act.action)) {
    return `There is no record of who added or changed issuer ${row.issuer_id}.`;
  }
  if (act.isGone) return null;
  const other = Object.entries(recordedIssuer(toIssuer(row))).filter(
    ([name, value]) => canonicalJson(act.change?.[name] ?? null) !== canonicalJson(value ?? null),
  );
  return other.length === 0 ? null : `is not as is on record: ${other.map(([name]) => name).join(', ')}`;
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
      } else tally.compared(null, act);
    }
  }
};

export const issuers = inProduction(inTurn(definitions, revocations, changes));
