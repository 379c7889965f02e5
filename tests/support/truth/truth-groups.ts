/** Makes groups and stand-ins, and an approval that a route asked for, one of whose decisions a stand-in made. */
import assert from 'node:assert/strict';
import { decideApproval } from '@assize/service/approvals/index.ts';
import { evaluate } from '@assize/service/evaluation/index.ts';
import { PRODUCTION_KEY, type TestService } from '../http/in-process.ts';
import { askAs, GROUPS, newGroup, standInFor } from '../people/groups.ts';
import { signedIn } from '../people/members.ts';
import type { Filled } from './truth-parts.ts';

/** @param ids gets the evaluation that opened the approval, and its resolution. */
export async function groupsOf(
  { service, app }: TestService,
  ids: Record<string, string>,
): Promise<Filled['groups']> {
  const person = (name: string) => signedIn(service, service.config.init.tenant, 'owner', name);
  const [owner, one, other, away] = [
    await person('Olga'),
    await person('Ann'),
    await person('Ben'),
    await person('Cleo'),
  ];
  const group = await newGroup(app, owner, 'Finance', [one, away]);
  const deleted = await newGroup(app, owner, 'Legal', []);
  await askAs(app, owner, `${GROUPS}/${deleted}`, { method: 'DELETE' });
  const body = { name: 'Money', members: [one.memberId, away.memberId], expected_revision: 1 };
  await askAs(app, owner, `${GROUPS}/${group}`, { method: 'PUT', body });
  await standInFor(app, one, 'me', away);
  await standInFor(app, away, 'me', owner);
  await standInFor(app, away, 'me', other);
  await askAs(app, one, '/api/v1/members/me/stand-in', { method: 'DELETE' });
  const routes = [{ name: 'Two', ask: [{ group, approvals: 2 }] }];
  const approvalSettings = { ...service.approvalSettings, routes };
  const principal = await service.authenticator.authenticate(PRODUCTION_KEY);
  const context = { risk_level: 'high', confidence_score: 0.95, trust_score: 95 } as const;
  const request = { action: 'routed', context };
  const { evidenceId, escalationId = '' } = await evaluate(
    { ...service, approvalSettings },
    principal,
    request,
  );
  for (const { memberId } of [one, other]) {
    const decider = { chain: principal.chain, party: memberId, identity: null };
    await decideApproval(service, decider, `apr_${escalationId.slice(4)}`, { decision: 'approved' });
  }
  const row = await service.db
    .selectFrom('approvals')
    .select(['status', 'resolution_evidence_id'])
    .where('evidence_id', '=', evidenceId)
    .executeTakeFirstOrThrow();
  assert.equal(row.status, 'approved');
  Object.assign(ids, { routed: evidenceId, 'routed-approved': row.resolution_evidence_id });
  return { changed: group, deleted, away: away.memberId, back: one.memberId };
}
