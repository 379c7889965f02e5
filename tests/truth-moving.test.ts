/** Changes while truth verification reads are not reported as gaps. */
import assert from 'node:assert/strict';
import { mandates } from '@assize/service/audit/registries/governance/mandates.ts';
import { type RegistryReport, Tally } from '@assize/service/audit/registry.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { openMoving } from './support/databases/moving.ts';
import { opened, verdictUnder } from './support/governance/mandates.ts';
import { PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';

const ACTIONS = 1000;

testOnEachDatabase('counts-the-uses-of-a-mandate-that-is-used-meanwhile', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const { mandate_id } = await opened(app, { effects: ['read'], max_actions: ACTIONS });
  const use = () => verdictUnder(app, mandate_id);
  assert.equal((await use()).verdict, 'PROCEED');
  const moving = await openMoving(t, location);
  const check = async (): Promise<RegistryReport> => {
    const context = { chain, size: 1, tenantId: '', environment: '', nowMs: 0, location };
    const tally = new Tally();
    await mandates(tally, { ...context, db: moving(Infinity, use) });
    return tally.report();
  };
  const { checked, gaps } = await check();
  assert.ok(checked > 0);
  assert.deepEqual(gaps, []);
  await service.db.updateTable('mandates').set({ actions_used: 1 }).execute();
  assert.match((await check()).gaps[0]?.what ?? '', /counts another number of uses than it has/);
});
