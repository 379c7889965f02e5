/** A member with links to approvals, and a browser that opens them. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { issueLink } from '@assize/service/channels/mail/index.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { GRAVE, serviceWithClock } from '../approvals/approvals.ts';
import { ask } from '../http/in-process.ts';
import { type SignedIn, signedIn } from '../people/members.ts';
import { post } from '../people/sign-in.ts';

/** Its risk asks for no sign-in. */
export const MILD = {
  ...GRAVE,
  context: { ...GRAVE.context, risk_level: 'medium', confidence_score: 0.3, arguments: { note: 'zebra' } },
};

export async function linkWorld(t: TestContext, location: DatabaseLocation) {
  const started = await serviceWithClock(t, location);
  const { service, app } = started;
  const dana = await signedIn(service, 'default', 'approver', 'dana');
  const linkOf = async (approvalId: string, { memberId }: Pick<SignedIn, 'memberId'> = dana) => {
    const row = await service.db
      .selectFrom('approvals')
      .select(['chain', 'expires_at'])
      .where('approval_id', '=', approvalId)
      .executeTakeFirstOrThrow();
    assert.ok(service.secretBox);
    const linked = { chain: row.chain, approvalId, memberId };
    return issueLink(service, service.secretBox, linked, row.expires_at);
  };
  const open = (token: string, headers: object = {}, from?: string) =>
    post(app, '/auth/decision-link/open', { token }, headers, from);
  const decideBy = (token: string, more: object = {}, headers: object = {}) =>
    post(app, '/auth/decision-link/decide', { token, decision: 'approved', ...more }, headers);
  const seen = async (approvalId: string) => (await ask(app, 'a', `/api/v1/approvals/${approvalId}`)).body;
  return { ...started, dana, linkOf, open, decideBy, seen };
}
