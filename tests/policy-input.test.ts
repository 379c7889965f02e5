/** Invalid policies, and changes that come too late or at the same time. */
import assert from 'node:assert/strict';
import { canonicalJson, sha256Text } from '@assize/evidence-format';
import { testOnEachDatabase } from './support/databases/databases.ts';
import {
  act,
  changesOf,
  inForce,
  LARGE,
  POLICIES,
  payment,
  rule,
  write,
} from './support/governance/policies.ts';
import { ask, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const HUGE = 'x'.repeat(1_000_000);

testAsTenant('says-where-a-rule-is-wrong', async ({ app }) => {
  const rules = [
    rule('true', 'note', 'good'),
    rule('action ==', 'block', 'unread'),
    rule('true &&\n  1 +', 'block', 'second-line'),
    rule('action', 'block', 'untyped'),
    rule('true', 'block', 'good'),
  ];
  const refused = await write(app, 'faulty', rules);
  assert.equal(refused.status, 422);
  const shown = refused.body.detail.map(({ loc, type }: { loc: string[]; type: string }) => {
    return `${loc.join('.')} ${type}`;
  });
  const at = (place: number, member: string) => `body.rules.${place}.${member} value_error`;
  assert.deepEqual([...new Set(shown)], [at(1, 'when'), at(2, 'when'), at(3, 'when'), at(4, 'id')]);
  for (const { loc, msg } of refused.body.detail) {
    if (loc[3] === 'when') assert.match(msg, /^Line \d, column \d+: ./);
  }
  const second = refused.body.detail.find(({ loc }: { loc: string[] }) => loc[2] === '2');
  assert.match(second.msg, /^Line 2, /);
  assert.equal((await ask(app, 'a', `${POLICIES}/faulty`)).status, 404);

  const validated = await ask(app, 'a', `${POLICIES}/validate`, { body: { rules } });
  assert.deepEqual({ status: validated.status, valid: validated.body.valid }, { status: 200, valid: false });
  const named = new Set(validated.body.faults.map((fault: { rule: string }) => fault.rule));
  assert.deepEqual([...named], ['unread', 'second-line', 'untyped', 'good']);
  for (const { line, column, message } of validated.body.faults) assert.ok(line > 0 && column > 0 && message);
  const good = await ask(app, 'a', `${POLICIES}/validate`, {
    body: { name: 'large', rules: [LARGE] },
  });
  assert.deepEqual(good.body, { valid: true, faults: [] });

  await inForce(app, 'good', [LARGE]);
  const version = await act(app, 'good', 'versions', { expected_version: 1, rules });
  assert.deepEqual(
    { status: version.status, detailCount: version.body.detail.length },
    { status: 422, detailCount: refused.body.detail.length },
  );
});

testAsTenant('refuses-policies-of-another-shape', async ({ app }) => {
  const many = Array.from({ length: 101 }, (_, place) => rule('true', 'note', `r${place}`));
  const cases: [string, object, string, string][] = [
    ['no rules', { name: 'a', rules: [] }, 'body.rules', 'too_short'],
    ['no name', { rules: [LARGE] }, 'body.name', 'missing'],
    ['a bad name', { name: 'A b', rules: [LARGE] }, 'body.name', 'string_pattern_mismatch'],
    ['101 rules', { name: 'a', rules: many }, 'body.rules', 'too_long'],
    [
      'a long rule',
      { name: 'a', rules: [rule(`"${'x'.repeat(4096)}" == action`)] },
      'body.rules.0.when',
      'string_too_long',
    ],
    [
      'an unknown effect',
      { name: 'a', rules: [{ ...LARGE, effect: 'deny' }] },
      'body.rules.0.effect',
      'literal_error',
    ],
    [
      'an unknown member',
      { name: 'a', rules: [{ ...LARGE, otherwise: 'x' }] },
      'body.rules.0.otherwise',
      'extra_forbidden',
    ],
    ['an unknown field', { name: 'a', rules: [LARGE], activate: true }, 'body.activate', 'extra_forbidden'],
    ['a rule that is none', { name: 'a', rules: ['true'] }, 'body.rules.0', 'dict_type'],
    [
      'an integer that no input holds',
      { name: 'a', rules: [rule('context.to == 9007199254740993')] },
      'body.rules.0.when',
      'value_error',
    ],
  ];
  for (const [what, body, loc, type] of cases) {
    const { status, body: answer } = await ask(app, 'a', POLICIES, { body });
    const shown = answer.detail.map?.((fault: { loc: string[]; type: string }) => [
      fault.loc.join('.'),
      fault.type,
    ]);
    assert.deepEqual({ status, first: shown?.[0] }, { status: 422, first: [loc, type] }, what);
  }
  const megabyte = { name: 'a', rules: [{ ...LARGE, description: HUGE }] };
  for (const [url, body] of [
    [POLICIES, megabyte],
    [`${POLICIES}/validate`, { rules: megabyte.rules }],
    [`${POLICIES}/a/versions`, { expected_version: 1, rules: megabyte.rules }],
  ] as const) {
    assert.equal((await ask(app, 'a', url, { body })).status, 413, url);
  }
  for (const name of ['%00', 'A', 'x'.repeat(90), '..%2F']) {
    assert.equal((await ask(app, 'a', `${POLICIES}/${name}`)).status, 404, name);
    assert.equal((await act(app, name, 'rollback', { expected_version: 1 })).status, 404, name);
  }
  for (const version of ['0', 'x', '1e3', '99999999999']) {
    assert.equal((await ask(app, 'a', `${POLICIES}/a/versions/${version}`)).status, 422, version);
  }
});

testAsTenant('refuses-a-change-that-expects-another-version', async ({ app }) => {
  await inForce(app, 'payments', [LARGE]);
  const taken = await write(app, 'payments', [LARGE]);
  assert.deepEqual(
    { status: taken.status, detail: taken.body.detail },
    { status: 409, detail: 'There already is a policy with this name; its latest version is 1.' },
  );
  const stale = await act(app, 'payments', 'versions', { expected_version: 2, rules: [LARGE] });
  assert.deepEqual(
    { status: stale.status, detail: stale.body.detail },
    { status: 409, detail: 'The latest version of this policy is 1, not 2.' },
  );
  await act(app, 'payments', 'versions', { expected_version: 1, rules: [rule('false')] });
  for (const [verb, body] of [
    ['activate', { version: 2, expected_version: null }],
    ['activate', { version: 2, expected_version: 2 }],
    ['deactivate', { expected_version: null }],
    ['rollback', { expected_version: 2 }],
  ] as const) {
    const { status, body: shown } = await act(app, 'payments', verb, body);
    assert.equal(status, 409, verb);
    assert.match(shown.detail, /^Version 1 of this policy is in force, not (none|version 2)\.$/);
  }
  const unknown = await act(app, 'payments', 'activate', { version: 3, expected_version: 1 });
  assert.deepEqual(
    { status: unknown.status, detail: unknown.body.detail },
    { status: 404, detail: 'There is no such version of this policy.' },
  );
  const missing = await act(app, 'payments', 'activate', { version: 2 });
  assert.deepEqual(
    { status: missing.status, type: missing.body.detail[0].type },
    { status: 422, type: 'missing' },
  );
  // Changing to the current state does nothing, and leaves no record.
  const same = await act(app, 'payments', 'activate', { version: 1, expected_version: 1 });
  assert.equal(same.status, 200);
});

testAsTenantOnEachDatabase('lets-one-of-twenty-activations-win', async ({ app, service, key }) => {
  await inForce(app, 'payments', [LARGE]);
  for (let version = 1; version <= 20; version += 1) {
    const written = await act(app, 'payments', 'versions', { expected_version: version, rules: [LARGE] });
    assert.equal(written.status, 200);
  }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      act(app, 'payments', 'activate', { version: place + 2, expected_version: 1 }),
    ),
  );
  const won = answers.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  assert.equal(answers.filter(({ status }) => status === 409).length, 19);
  const { body: now } = await ask(app, 'a', `${POLICIES}/payments`);
  assert.deepEqual(now, won[0]?.body);

  const racing = await Promise.all(
    Array.from({ length: 10 }, () =>
      act(app, 'payments', 'versions', { expected_version: 21, rules: [LARGE] }),
    ),
  );
  assert.equal(racing.filter(({ status }) => status === 200).length, 1);
  const creating = await Promise.all(Array.from({ length: 10 }, () => write(app, 'raced', [LARGE])));
  assert.deepEqual(creating.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)]);
  const { chain } = await service.authenticator.authenticate(key);
  assert.deepEqual((await service.truth.verify(chain)).gaps, []);
});

testOnEachDatabase('names-the-set-in-force-however-many-change-it-at-once', async (location, t) => {
  const [here, there] = [await startTestService(t, location), await startTestService(t, location)];
  const names = Array.from({ length: 20 }, (_, place) => `p${place}`);
  for (const name of [...names, 'one-more']) {
    assert.equal((await write(here.app, name, [rule('false')])).status, 200);
  }
  const first = { version: 1, expected_version: null };
  const answers = await Promise.all(
    names.map((name, place) => act(place % 2 ? here.app : there.app, name, 'activate', first)),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    names.map(() => 200),
  );
  const tooMany = await act(here.app, 'one-more', 'activate', first);
  assert.equal(tooMany.status, 409);
  assert.match(tooMany.body.detail, /the limit/);
  const { chain } = await here.service.authenticator.authenticate(PRODUCTION_KEY);
  const changes = await changesOf(here.service.db, chain);
  const { policies } = changes.at(-1)?.change ?? {};
  assert.equal(policies.members.length, 20);
  assert.equal(policies.version, sha256Text(canonicalJson(policies.members)));
  const { verdict, evidenceId } = await payment(here.app, 1);
  assert.equal(verdict, 'proceed');
  const { body: record } = await ask(here.app, 'a', `/api/v1/evidence/${evidenceId}`);
  assert.equal(record.payload.policies, policies.version);
  assert.deepEqual((await here.service.truth.verify(chain)).gaps, []);
});
