import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  approveOnce,
  type GatewayProcess,
  startGateway,
} from '../../tests/support/gateway/started-gateway.ts';
import { type Step, tap } from '../../tests/support/gateway/tap.ts';
import { type ServerLog, testWithGateway, wrappedServer } from '../../tests/support/gateway/world.ts';
import { until } from '../../tests/support/until.ts';

const STEPS: Step[] = [
  'evaluate-1:before',
  'evaluate-1:after',
  'wait-1:before',
  'wait-1:after',
  'evaluate-2:before',
  'evaluate-2:after',
  'outcome-1:before',
  'outcome-1:after',
];

const payments = (desk: ServerLog, to: string) =>
  desk.received().filter(({ method, params }) => method === 'tools/call' && params.arguments.to === to)
    .length;

type Kill = (gateway: GatewayProcess, desk: ServerLog) => boolean;

/** @returns true where the connection to the service is cut with it */
const KILLS: Record<string, Kill> = {
  'the-gateway': ({ process: gateway }) => gateway.kill('SIGKILL'),
  'the-service': () => true,
  'the-server': (_, { server }) => {
    const pids = readFileSync(`${server.env.LOG_FILE}.pid`, 'utf8').trim().split('\n');
    process.kill(Number(pids.at(-1)), 'SIGKILL');
    return false;
  },
};

for (const [victim, kill] of Object.entries(KILLS)) {
  testWithGateway(`runs-an-approved-call-once-at-most-where-${victim}-is-killed`, async (t, world) => {
    const service = await tap(t, world.url);
    const desk = wrappedServer(t);
    const configuration = world.configuration({ servers: [desk.server], waitMs: 600_000, url: service.url });
    let ran = 0;
    for (const step of STEPS) {
      const to = `${victim} ${step}`;
      const first = startGateway(t, configuration);
      let isKilled = false;
      service.watch((now) => {
        if (now !== step || isKilled) return false;
        isKilled = true;
        return kill(first, desk);
      });
      await first.ready();
      const approved = approveOnce(world, to);
      const answer = await first.pay(to);
      await until(() => isKilled);
      first.process.stdin?.end();
      // The same call in another gateway finds only the first approval, and waits for no other.
      const second = startGateway(t, { ...configuration, waitMs: 0 });
      const before = payments(desk, to);
      assert.ok(before <= 1, step);
      if (answer?.result?.isError === undefined && answer?.result !== undefined)
        assert.equal(before, 1, step);
      await second.pay(to);
      await approved;
      await second.pay(to);
      await second.pay(to);
      assert.ok(payments(desk, to) <= 1, step);
      ran += payments(desk, to);
      second.process.stdin?.end();
    }
    assert.ok(ran > 0);
    const consumed = await world.approvals('consumed');
    assert.ok(consumed.length >= ran);
  });
}
