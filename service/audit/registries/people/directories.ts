/** Compares what directories may do, and their users, with the evidence of their changes: members come and go by both. */
import { canonicalJson, type JsonValue } from '@assize/evidence-format';
import { USER_DELETED, USER_SET } from '../../../directory/index.ts';
import { DIRECTORY_SET } from '../../../members/directory/index.ts';
import { type Act, actsOfType } from '../../comparing/acts.ts';
import { inTurn, naming } from '../../comparing/naming.ts';
import { pagesBy, type RowOf, rowsBy, rowsOfTenant } from '../../comparing/rows.ts';
import { inProduction } from '../../comparing/stating.ts';
import type { Check } from '../../registry.ts';

const ACTIONS: readonly string[] = [USER_SET, USER_DELETED];

const usersStated = naming({
  rows: (context) => pagesBy(rowsOfTenant(context, 'directory_users'), 'user_id'),
  names: ['evidence_id'],
  it: ({ user_id }) => `User ${user_id} of the directory`,
  compare: (row, { evidence_id: act }) => ({ what: faultOfUser(row, act), at: act }),
});

function faultOfUser(row: RowOf<'directory_users'>, act: Act | undefined): string | null {
  if (act === undefined || !ACTIONS.includes(act.action)) return 'has no record of who set it';
  const deletedAt = act.action === USER_DELETED ? act.at : null;
  if (row.deleted_at !== deletedAt) return 'is deleted, or its record says so, but not both';
  if (row.changed_at !== act.at) return 'was changed at another time than is on record';
  if (act.isGone) return null;
  const { profile, groups, ...stated } = act.change ?? {};
  const now = { user_id: row.user_id, user_name: row.user_name, external_id: row.external_id };
  const isSame =
    canonicalJson(stated) === canonicalJson({ ...now, revision: row.revision, active: row.active === 1 }) &&
    textOf(profile) === row.profile &&
    textOf(groups) === row.groups_of;
  return isSame ? null : 'is not as is on record';
}

/** No user is missing, or as it was before its last record. */
const usersSet: Check = async (tally, context) => {
  const rows = await rowsBy(rowsOfTenant(context, 'directory_users'), 'user_id');
  for await (const page of actsOfType(context, 'governance_change', { actions: [...ACTIONS] })) {
    for (const act of page) {
      if (act.change === null) continue;
      const row = rows.get(String(act.change.user_id));
      const isBehind = row !== undefined && Number(act.change.revision) > row.revision;
      if (row === undefined || isBehind) {
        const what = isBehind ? 'is as it was before' : 'is not there';
        tally.unmatched([act], context.size, `A user of the directory was set here, and ${what}.`);
      } else tally.compared(null, act);
    }
  }
};

export const directoryUsers = inProduction(inTurn(usersStated, usersSet));

const settingsStated = naming({
  rows: (context) => pagesBy(rowsOfTenant(context, 'directories'), 'tenant_id'),
  names: ['evidence_id'],
  it: () => 'The directory',
  compare: (row, { evidence_id: act }) => ({ what: faultOfSettings(row, act), at: act }),
});

function faultOfSettings(row: RowOf<'directories'>, act: Act | undefined): string | null {
  if (act?.action !== DIRECTORY_SET) return 'has no record of who set it';
  if (row.set_at !== act.at || row.set_by !== act.actor) return 'was set by another, or at another time';
  if (act.isGone) return null;
  const { group_names, saml, revision } = act.change ?? {};
  const isSame =
    revision === row.revision &&
    textOf(group_names) === row.group_names &&
    (saml === null ? row.saml === null : textOf(saml) === row.saml);
  return isSame ? null : 'is not as is on record';
}

/** It is not missing, or as it was before its last record. */
const settingsSet: Check = async (tally, context) => {
  const [row] = (await rowsBy(rowsOfTenant(context, 'directories'), 'tenant_id')).values();
  for await (const page of actsOfType(context, 'governance_change', { actions: [DIRECTORY_SET] })) {
    for (const act of page) {
      if (act.change === null) continue;
      const isBehind = row === undefined || Number(act.change.revision) > row.revision;
      if (isBehind)
        tally.unmatched([act], context.size, 'The directory was set here, and is as it was before.');
      else tally.compared(null, act);
    }
  }
};

export const directories = inProduction(inTurn(settingsStated, settingsSet));

/** As the column has it, which may hold anything by now. */
function textOf(stated: JsonValue | undefined): string {
  return canonicalJson(stated ?? null);
}
