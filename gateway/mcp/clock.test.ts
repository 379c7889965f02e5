import assert from 'node:assert/strict';
import { approveOnce, startGateway } from '../../tests/support/gateway/started-gateway.ts';
import { testWithGateway, wrappedServer } from '../../tests/support/gateway/world.ts';

for (const [skew, hours] of Object.entries({ ahead: 1, behind: -1 })) {
  testWithGateway(`waits-and-goes-on-with-a-clock-an-hour-${skew}`, async (t, world) => {
    const shift = `const now = Date.now; Date.now = () => now() + ${hours * 3_600_000};
      globalThis.Date = class extends Date { constructor(...given) { given.length ? super(...given) : super(Date.now()); } };`;
    const flag = `--import=data:text/javascript,${encodeURIComponent(shift)}`;
    const desk = wrappedServer(t);
    const gateway = startGateway(t, world.configuration({ servers: [desk.server], waitMs: 600_000 }), [flag]);
    const [answer] = await Promise.all([gateway.pay('ann'), approveOnce(world, 'ann')]);
    assert.equal(answer?.result.content[0].text, 'pay done');
    gateway.process.stdin?.end();
    await gateway.ended;
    const [reported] = await world.outcomes();
    assert.equal(reported.outcome, 'success');
  });
}
