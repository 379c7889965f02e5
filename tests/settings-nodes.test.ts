/** Settings hold on every node within a second of their activation, even while all nodes are busy. */
import assert from 'node:assert/strict';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { activate, inForce, put } from './support/governance/settings.ts';
import { assertTrue, startTestService } from './support/http/in-process.ts';
import { requireWithinASecond } from './support/nodes/nodes.ts';

testOnEachDatabase('puts-settings-in-force-on-every-node-within-a-second-under-load', async (location, t) => {
  const nodes = [await startTestService(t, location), await startTestService(t, location)] as const;
  const [here, there] = nodes;
  const { settings } = await inForce(here.app);
  const strict = { ...settings, catalogue: [{ action: 'a', risk_level: 'high' }] };
  const changes = [
    { to: 'ESCALATE', busy: true, make: () => put(here.app, strict, 0) },
    { to: 'PROCEED', busy: true, make: () => activate(there.app, 0, 1) },
    { to: 'ESCALATE', busy: false, make: () => activate(here.app, 1, 0) },
  ];
  for (const { to, busy, make } of changes) {
    await requireWithinASecond({
      nodes,
      body: { action: 'a', context: {} },
      busy,
      from: to === 'ESCALATE' ? 'PROCEED' : 'ESCALATE',
      to,
      change: async () => assert.equal((await make()).status, 200),
    });
  }
  for (const { app } of nodes) assert.equal((await inForce(app)).version, 1);
  await assertTrue(there.app);
});
