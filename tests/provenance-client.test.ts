/** A client reports results of any size and form: its agent goes on, and what the service did not see is a stranger's. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { ApprovalRequired } from '@assize/client';
import { testWithClient } from './support/http/clients.ts';
import { askOk } from './support/http/in-process.ts';
import { DESK_AGENT, deskTools, heldFor, INVOICE, STRANGER } from './support/walks/desk.ts';

function deep(): unknown {
  let nested: unknown = INVOICE;
  for (let depth = 0; depth < 10_000; depth += 1) nested = { nested };
  return nested;
}

const RESULTS: Record<string, () => unknown> = {
  '60-mb': () => `${'Dear team, '.repeat(5_500_000)}${INVOICE}`,
  'a-million-addresses': () => Array.from({ length: 1_000_000 }, (_, place) => `u${place}@example.com`),
  bytes: () => Buffer.from(INVOICE),
  'a-stream': () => Readable.from([INVOICE]),
  '10000-levels': deep,
};

for (const [what, result] of Object.entries(RESULTS)) {
  testWithClient(`goes-on-after-a-result-of-${what}`, async (_, { app, clientWith }) => {
    await deskTools(app);
    const assize = clientWith({ agentId: DESK_AGENT });
    const returned = result();
    const mailRead = assize.guard('mail_read', () => returned, { server: 'desk' });
    assert.equal(await mailRead({}), returned);
    const pay = assize.guard('pay', () => assert.fail('it ran'), { server: 'desk' });
    await assert.rejects(pay({ to: STRANGER, amount: 40 }), (error) => {
      assert.ok(error instanceof ApprovalRequired);
      assert.match(error.message, /GB82WEST12345698765432 .* may be from a text of strangers/);
      return true;
    });
    const { items } = await askOk(app, 'b', `/v1/sessions?agent_id=${DESK_AGENT}`);
    assert.deepEqual([items.length, items[0].incomplete], [1, true]);
    assert.deepEqual(await heldFor(app), { beyond_plan: 0, new_party: 1, other: 0 });
  });
}
