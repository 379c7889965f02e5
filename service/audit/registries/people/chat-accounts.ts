/** Compares the accounts at chat services with the records of tying and untying them. */
import { TIED, UNTIED } from '../../../channels/accounts/index.ts';
import { differing } from '../../comparing/naming.ts';
import { pagesBy, type RowOf, rowsOfTenant } from '../../comparing/rows.ts';
import { inProduction, type Records, stating } from '../../comparing/stating.ts';

export const chatAccounts = inProduction(
  stating({
    rows: (context) => pagesBy(rowsOfTenant(context, 'chat_accounts'), 'account_id'),
    nameOf: ({ account_id }) => account_id,
    nameIn: ({ account_id }) => String(account_id),
    records: { tied: [TIED], untied: [UNTIED] },
    it: ({ account_id }) => `Chat account ${account_id}`,
    compare: (row, { tied, untied }) => {
      const at = tied.of(row.account_id)[0];
      return { what: faultOfTie(row, tied) ?? faultOfEnd(row, untied), at };
    },
    left: { tied: 'A chat account was tied here, and is not there.' },
  }),
);

function faultOfTie(row: RowOf<'chat_accounts'>, tied: Records): string | null {
  const [record] = tied.of(row.account_id);
  if (record === undefined)
    return tied.accountsFor(({ at }) => at === row.tied_at) ? null : 'has no record of who tied it';
  const { change, at, actor } = record;
  const other = differing({
    member_id: [change.member_id, row.member_id],
    kind: [change.kind, row.kind],
    account: [change.account, row.account],
    tied_at: [at, row.tied_at],
    tied_by: [actor, row.member_id],
  });
  return other.length === 0 ? null : `is not as it was tied: ${other.join(', ')}`;
}

function faultOfEnd({ account_id, untied_at }: RowOf<'chat_accounts'>, untied: Records): string | null {
  const records = untied.named.get(account_id);
  const isSaid =
    records === undefined
      ? untied_at === null || untied.nameless.some(({ at }) => at === untied_at)
      : records.some(({ at }) => at === untied_at);
  return isSaid ? null : 'was untied at another time than is on record';
}
