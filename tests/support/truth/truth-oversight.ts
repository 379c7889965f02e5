/** Opens incidents, and reviews access: once to the end, and once more in part. */
import assert from 'node:assert/strict';
import { ask, type TestService } from '../http/in-process.ts';
import { decided, keptAll, lineIn, reviewing, startedReview } from '../people/access-reviews.ts';
import { signedIn } from '../people/members.ts';
import type { Filled } from './truth-parts.ts';

export async function oversightOf(
  started: Pick<TestService, 'service' | 'app'>,
  record: string,
): Promise<Pick<Filled, 'incidents' | 'reviews'>> {
  return { incidents: await incidentsOf(started.app, record), reviews: await reviewsOf(started) };
}

/** Opens incidents, and closes one. */
async function incidentsOf(app: TestService['app'], record: string): Promise<Filled['incidents']> {
  const call = async (path: string, body: object) => {
    const answer = await ask(app, 'a', `/api/v1/incidents${path}`, { body });
    assert.ok(answer.status < 300, JSON.stringify(answer.body));
    return answer.body.incident_id;
  };
  const told = [{ who: 'The authority', at: new Date().toISOString(), how: 'By mail', authority: true }];
  const serious = { severity: 'serious', harms: ['health'], records: [record], told };
  const closed = await call('', { title: 'A closed one', severity: 'minor' });
  await call(`/${closed}/close`, { cause: 'A cause', remedy: 'A remedy' });
  return { open: await call('', { title: 'An open one', ...serious }), closed };
}

async function reviewsOf({ service, app }: Pick<TestService, 'service' | 'app'>): Promise<Filled['reviews']> {
  const who = await signedIn(service, service.config.init.tenant, 'owner', 'Rita');
  const leaver = await signedIn(service, service.config.init.tenant, 'viewer', 'Lea');
  const other = await signedIn(service, service.config.init.tenant, 'owner', 'Romy');
  const reviewer = { app, who };
  const first = await startedReview(reviewer);
  await decided(reviewer, first.review_id, lineIn(first, 'member', leaver.memberId), 'revoked');
  await keptAll(reviewer, first.review_id);
  await keptAll({ app, who: other }, first.review_id);
  await reviewing(reviewer, `/${first.review_id}/close`, {});
  const second = await startedReview(reviewer);
  await decided(reviewer, second.review_id, lineIn(second, 'member', other.memberId), 'kept');
  return { closed: first.review_id, open: second.review_id, member: who.memberId, leaver: leaver.memberId };
}
