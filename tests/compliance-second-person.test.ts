/** A compliance check finds the changes of the rules that no second person stood behind. */
import assert from 'node:assert/strict';
import { AREAS } from '@assize/service/governance/second-person/index.ts';
import { currentSettings, setSettings } from '@assize/service/governance/settings/index.ts';
import { serviceWithClock } from './support/approvals/approvals.ts';
import { checked, findingOf } from './support/compliance/compliance.ts';
import { testOnEachDatabase } from './support/databases/databases.ts';
import { changeSettings, heldAs, twoOwners } from './support/governance/second-person.ts';
import { evaluate, PRODUCTION_KEY } from './support/http/in-process.ts';
import { askAs, decideAs } from './support/people/groups.ts';
import { testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const PLAIN = { action: 'email.send', context: {} };
const DAY_MS = 86_400_000;

testAsTenantOnEachDatabase('finds-which-changes-had-a-second-person', async (tenant) => {
  const { app } = tenant;
  await evaluate(app, 'b', PLAIN);
  const look = async () => findingOf(await checked(app, { framework: 'soc2' }), 'changes_by_two');
  assert.equal((await look()).result, 'not_met', 'no setting');
  const { ann, bob } = await twoOwners(tenant, AREAS);
  const id = heldAs(await changeSettings(app, ann, () => ({ attestation: 'verified' })));
  assert.equal((await decideAs(app, bob, 'approve', id)).status, 200);
  const found = await look();
  assert.equal(found.result, 'partial', 'one person switched it on');
  const { rules_changed: all, by_one_person: alone, by_operator: machine } = found.counts;
  // The operator invited the two owners.
  assert.deepEqual({ all, alone, machine }, { all: 4, alone: 3, machine: 2 });
  const { body: first } = await askAs(app, ann, `/api/v1/evidence/${found.evidence_ids[0]}`);
  assert.deepEqual(
    [found.evidence_ids.length, first.action, first.actor],
    [3, 'settings.activate', ann.memberId],
  );
});

testOnEachDatabase('all-changes-had-a-second-person-since-it-is-on', async (location, t) => {
  const { app, service, move: pass } = await serviceWithClock(t, location);
  const { ann, bob } = await twoOwners({ app, service, name: 'default' }, AREAS);
  await evaluate(app, 'b', PLAIN);
  pass(DAY_MS);
  const from_date = new Date(service.clock.now()).toISOString();
  await evaluate(app, 'b', PLAIN);
  pass(1);
  const id = heldAs(await changeSettings(app, ann, () => ({ attestation: 'verified' })));
  assert.equal((await decideAs(app, bob, 'approve', id)).status, 200);
  pass(1);
  const look = async () => findingOf(await checked(app, { framework: 'soc2', from_date }), 'changes_by_two');
  assert.equal((await look()).result, 'met', JSON.stringify(await look()));
  const { chain } = await service.authenticator.authenticate(PRODUCTION_KEY);
  const { version, document } = await currentSettings(service, chain);
  await setSettings(
    service,
    { chain, actor: 'operator', expected: version },
    { ...document, enforcement: 'observe' },
  );
  pass(1);
  const found = await look();
  assert.deepEqual([found.result, found.counts.by_operator], ['partial', 1]);
});
