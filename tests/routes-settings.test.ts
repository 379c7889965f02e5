/** Sound routes are set and simulated, and each person lists what is asked of them. */
import assert from 'node:assert/strict';
import { brief, escalated, GRAVE, serviceWithClock } from './support/approvals/approvals.ts';
import { grave, shown, twoGroups } from './support/approvals/routes.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { change } from './support/governance/settings.ts';
import { ask, askOk } from './support/http/in-process.ts';
import { askAs, decideAs, GROUPS, newGroup, setRoutes, standInFor } from './support/people/groups.ts';
import { type SignedIn, signedIn } from './support/people/members.ts';
import { keyHolder } from './support/people/other-tenant.ts';

const LIST = '/api/v1/approvals';
const CHANNELS = '/api/v1/channels';

testOnOneDatabase('a-route-never-takes-fewer-approvals-than-the-risk-does', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, ann, ben, cleo, owner, finance } = await twoGroups(moved);
  await change(app, ({ approvals }) => ({
    approvals: { ...approvals, required: { low: 1, medium: 1, high: 2, critical: 3 } },
  }));
  await setRoutes(app, [{ name: 'Finance', ask: [{ group: finance, approvals: 1 }] }]);
  const id = await escalated(app);
  assert.equal((await shown(app, owner, id)).required_approvals, 2);
  assert.equal((await decideAs(app, ann, 'approve', id)).body.status, 'pending');
  assert.equal((await decideAs(app, cleo, 'approve', id)).status, 403);
  assert.equal((await decideAs(app, ben, 'approve', id)).body.status, 'approved');
});

testOnOneDatabase('settings-refuse-routes-that-can-not-work', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, service, owner, finance, legal, route } = await twoGroups(moved);
  const { tenant } = await keyHolder(service, 'other', { tier: 'team' });
  const stranger = await signedIn(service, tenant.name, 'owner', 'Stranger');
  const foreign = await newGroup(app, stranger, 'Foreign', [stranger]);
  const { settings, version } = await askOk(app, 'a', '/api/v1/settings');
  const put = (routes: unknown[]) => {
    const body = {
      settings: { ...settings, approvals: { ...settings.approvals, routes } },
      expected_version: version,
    };
    return ask(app, 'a', '/api/v1/settings', { method: 'PUT', body });
  };
  const refused = async (changed: object, at: string) => {
    const { status, body } = await put([{ ...route, ...changed }]);
    assert.equal(status, 422, at);
    assert.deepEqual(body.detail[0].loc.slice(5).join('.'), at, JSON.stringify(body.detail));
  };
  await refused({ ask: [{ group: foreign, approvals: 1 }] }, 'ask.0.group');
  await refused({ ask: [{ group: 'grp_0123456789abcdef01234567', approvals: 1 }] }, 'ask.0.group');
  const twice = [
    { group: finance, approvals: 1 },
    { group: finance, approvals: 1 },
  ];
  await refused({ ask: twice }, 'ask.1.group');
  await refused({ later: { after_minutes: 1, groups: [foreign] } }, 'later.groups.0');
  await refused({ deadline_minutes: 5, later: { after_minutes: 5, groups: [legal] } }, 'later.after_minutes');
  await refused({ ask: [], later: { after_minutes: 5, groups: [legal] } }, 'later');
  await refused({ channels: ['chn_0123456789abcdef01234567'] }, 'channels.0');
  assert.equal((await put([route, route])).status, 422);
  assert.equal((await put([{ ...route, at_expiry: 'approve' }])).status, 422);
  assert.equal((await put(Array(51).fill(route))).status, 422);
  // Going back to a version that names a deleted group is refused too.
  await setRoutes(app, []);
  await askAs(app, owner, `${GROUPS}/${legal}`, { method: 'DELETE' });
  const now = await askOk(app, 'a', '/api/v1/settings');
  const back = { version, expected_version: now.version };
  assert.equal((await ask(app, 'a', '/api/v1/settings/activate', { body: back })).status, 422);
});

testOnOneDatabase('what-a-route-names-is-not-deleted', async (location, t) => {
  const { app, owner, legal, route } = await twoGroups(await serviceWithClock(t, location));
  const channel = await askOk(app, 'a', CHANNELS, { body: { kind: 'push', name: 'Telephones' } });
  await setRoutes(app, [{ ...route, ask: [{ group: legal, approvals: 1 }], channels: [channel.id] }]);
  const removeGroup = () => askAs(app, owner, `${GROUPS}/${legal}`, { method: 'DELETE' });
  const removeChannel = () => ask(app, 'a', `${CHANNELS}/${channel.id}`, { method: 'DELETE' });
  for (const remove of [removeGroup, removeChannel]) {
    const { status, body } = await remove();
    assert.deepEqual([status, body.code], [409, 'named_by_a_route'], JSON.stringify(body));
  }
  await setRoutes(app, []);
  for (const remove of [removeGroup, removeChannel]) assert.equal((await remove()).status, 200);
});

testOnOneDatabase('says-who-would-be-asked-and-records-nothing', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, ann, ben, cleo, dan, owner, finance } = await twoGroups(moved, { channels: [] });
  await standInFor(app, ann, 'me', dan);
  const before = await askOk(app, 'a', '/api/v1/evidence/latest');
  const { status, body } = await askAs(app, owner, `${LIST}/who`, { body: { ...GRAVE, user_id: 'Ben' } });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.verdict, 'escalate');
  assert.equal(body.route, 'Money');
  assert.deepEqual(body.channels, []);
  assert.deepEqual(body.ask[0], {
    group: finance,
    name: 'Finance',
    approvals: 1,
    members: [
      { member_id: ann.memberId, name: 'Ann', stand_in: { member_id: dan.memberId, name: 'Dan' } },
      { member_id: ben.memberId, name: 'Ben', stand_in: null },
    ],
  });
  assert.deepEqual(
    body.told.map(({ name }: { name: string }) => name),
    ['Cleo', 'Dan'],
  );
  const other = await askAs(app, owner, `${LIST}/who`, { body: { ...GRAVE, action: 'mail.send' } });
  assert.deepEqual([other.body.route, other.body.ask, other.body.told.length], [null, [], 4]);
  assert.deepEqual(await askOk(app, 'a', '/api/v1/evidence/latest'), before);
  assert.equal((await askAs(app, cleo, `${LIST}/who`, { body: GRAVE })).status, 403);
});

testOnOneDatabase('pages-through-what-is-asked-of-me', async (location, t) => {
  const moved = await serviceWithClock(t, location);
  const { app, ann, dan, service } = await twoGroups(moved);
  const mine: string[] = [];
  for (let each = 0; each < 5; each += 1) {
    mine.push(await escalated(app, grave(each)));
    mine.push(await escalated(app, { ...grave(each), action: 'mail.send' }));
  }
  const read = async (who: SignedIn, order: string) => {
    const found: string[] = [];
    let cursor = '';
    do {
      const { body } = await askAs(app, who, `${LIST}?asked=me&limit=3&order=${order}${cursor}`);
      found.push(...body.items.map(({ approval_id }: { approval_id: string }) => approval_id));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    return found;
  };
  // Two of the same millisecond stand in the order of their ids.
  mine.sort();
  assert.deepEqual(await read(ann, 'asc'), mine);
  assert.deepEqual(await read(ann, 'desc'), mine.toReversed());
  assert.equal((await read(dan, 'asc')).length, 5);
  const auditor = await signedIn(service, 'default', 'auditor', 'Aud');
  assert.deepEqual(await read(auditor, 'asc'), []);
  const { body } = await askAs(app, ann, `${LIST}?asked=me&limit=3`);
  const foreign = brief(askAs(app, dan, `${LIST}?asked=me&limit=3&cursor=${body.next_cursor}`));
  assert.equal((await foreign).status, 422);
  assert.equal((await askAs(app, ann, `${LIST}?asked=me&status=resolved`)).status, 422);
});
