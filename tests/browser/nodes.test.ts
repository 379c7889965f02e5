/** People notice no difference between two nodes of one PostgreSQL behind one name. */
import assert from 'node:assert/strict';
import { testInBrowser } from '../support/browser/browser.ts';
import { approvalOf, askPerson, joinAs, joinAsOwner } from '../support/people/people.ts';
import { spawnService } from '../support/processes/service.ts';

testInBrowser(
  'signs-in-on-one-node-and-decides-on-another',
  async ({ t, location, service, address, page, another }) => {
    const second = await spawnService(location, { ASSIZE_APPROVAL_QUORUM: 'high=2' });
    t.after(() => second.stop('SIGTERM'));
    const there = second.baseUrl.replace('127.0.0.1', 'localhost');
    await joinAsOwner(service, page, address);
    const other = await another();
    await joinAs(service, other, address, { name: 'Ada', role: 'approver' });
    // Cookies do not depend on the port, so the session also works on the other node.
    await other.goto(`${there}/approvals`);
    await other.getByText('Nothing waits for you').waitFor();
    const id = await askPerson(service, { action: 'invoice.pay', agent_id: 'agent-7' });
    await other.getByRole('link', { name: /invoice\.pay/ }).waitFor();
    await page.goto(`${address}/approvals/${id}`);
    await other.goto(`${there}/approvals/${id}`);
    const approve = [page, other].map((each) => each.getByRole('button', { name: 'Approve', exact: true }));
    await Promise.all(approve.map((each) => each.waitFor()));
    await Promise.all(approve.map((each) => each.click()));
    // Each page hears of the other's decision without a reload.
    for (const each of [page, other]) await each.getByText('approved', { exact: true }).first().waitFor();
    const { status, decisions } = await approvalOf(second, id);
    assert.deepEqual([status, decisions.length], ['approved', 2]);
    const out = await other.request.post(`${there}/auth/sign-out`, { headers: { origin: there }, data: {} });
    assert.equal(out.status(), 200);
    assert.equal((await other.request.get(`${address}/api/v1/me`)).status(), 401);
  },
  { ASSIZE_APPROVAL_QUORUM: 'high=2' },
  'postgres',
);
