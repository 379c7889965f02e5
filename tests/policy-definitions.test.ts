/** Variables and lists of a policy, in every way to write and use a policy. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson, sha256Text } from '@assize/evidence-format';
import { backtest, changesIn } from './support/acts/backtests.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { act, POLICIES, rule } from './support/governance/policies.ts';
import { ask, evaluate, startTestService } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { assize } from './support/processes/command.ts';

const DEFINED = {
  variables: [
    { name: 'domain', expression: 'context.?to.orValue("@").lowerAscii().split("@")[1]' },
    { name: 'isOutside', expression: '!(variables.domain in lists.own)' },
  ],
  lists: { own: ['example.com', 'example.org'], limits: [100, 2.5] },
};
const MAIL = {
  rules: [
    rule('action == "mail.send" && variables.isOutside', 'block', 'outside'),
    rule('action == "mail.send" && variables.domain == "example.org"', 'escalate', 'sister'),
  ],
  ...DEFINED,
};

testAsTenant('judges-by-variables-and-lists-of-the-version-in-force', async ({ app, service, key }) => {
  const verdictOn = async (to?: string) => {
    const context = to === undefined ? {} : { to };
    return (await evaluate(app, 'a', { action: 'mail.send', context })).body.verdict;
  };
  const checked = await ask(app, 'a', `${POLICIES}/validate`, { body: MAIL });
  assert.deepEqual(checked.body, { valid: true, faults: [] });
  assert.equal(await verdictOn('ann@other.net'), 'proceed');
  const { body: simulated } = await ask(app, 'a', '/api/v1/core/governance/simulate', {
    body: { action: 'mail.send', context: { to: 'ann@other.net' }, policy: MAIL },
  });
  assert.equal(simulated.verdict, 'block');
  const draft = await backtest(app, 'mail', { policy: MAIL });
  assert.equal(draft.status, 200);
  assert.deepEqual(changesIn(draft), { 'proceed > block': 1 });

  const written = await ask(app, 'a', POLICIES, { body: { name: 'mail', ...MAIL } });
  assert.equal(written.status, 200, JSON.stringify(written.body));
  const rules = MAIL.rules.map((one) => ({ description: '', ...one }));
  assert.deepEqual(written.body.variables, DEFINED.variables);
  assert.deepEqual(written.body.lists, DEFINED.lists);
  assert.equal(written.body.hash, sha256Text(canonicalJson({ description: '', rules, ...DEFINED } as never)));
  await act(app, 'mail', 'activate', { version: 1, expected_version: null });
  const verdicts = await Promise.all(
    ['Ann@EXAMPLE.com', 'ann@example.org', 'ann@other.net', undefined].map(verdictOn),
  );
  assert.deepEqual(verdicts, ['proceed', 'escalate', 'block', 'block']);
  assert.deepEqual(changesIn(await backtest(app, 'mail', { version: 1 })), { 'proceed > block': 1 });

  const wider = { ...MAIL, lists: { ...DEFINED.lists, own: [...DEFINED.lists.own, 'other.net'] } };
  await act(app, 'mail', 'versions', { expected_version: 1, ...wider });
  assert.deepEqual(changesIn(await backtest(app, 'mail', { version: 2 })), { 'block > proceed': 1 });
  await act(app, 'mail', 'activate', { version: 2, expected_version: 1 });
  assert.equal(await verdictOn('ann@other.net'), 'proceed');
  const { chain } = await service.authenticator.authenticate(key);
  assert.deepEqual((await service.truth.verify(chain)).gaps, []);
});

testAsTenant('leaves-a-document-without-definitions-the-hash-it-had', async ({ app }) => {
  const rules = [rule('true', 'note')];
  const plain = await ask(app, 'a', POLICIES, { body: { name: 'plain', rules } });
  const empty = await ask(app, 'a', POLICIES, { body: { name: 'empty', rules, variables: [], lists: {} } });
  const kept = { description: '', rules: rules.map((one) => ({ description: '', ...one })) };
  const hash = sha256Text(canonicalJson(kept as never));
  assert.deepEqual(
    { plainHash: plain.body.hash, emptyHash: empty.body.hash },
    { plainHash: hash, emptyHash: hash },
  );
  assert.equal('variables' in plain.body, false);
  assert.equal('lists' in plain.body, false);
});

testAsTenant('takes-ten-thousand-values-and-no-more', async ({ app }) => {
  const values = Array.from({ length: 10_000 }, (_, place) => `u${place}@example.com`);
  const body = { name: 'known', rules: [rule('!(context.to in lists.known)')], lists: { known: values } };
  assert.equal((await ask(app, 'a', POLICIES, { body })).status, 200);
  await act(app, 'known', 'activate', { version: 1, expected_version: null });
  for (const [to, verdict] of [
    ['u9999@example.com', 'proceed'],
    ['u10000@example.com', 'block'],
  ]) {
    const { body: judged } = await evaluate(app, 'a', { action: 'mail.send', context: { to } });
    assert.equal(judged.verdict, verdict, to);
  }
  const more = { ...body, name: 'more', lists: { known: values, further: [1] } };
  for (const url of [POLICIES, `${POLICIES}/validate`]) {
    const { status, body: refused } = await ask(app, 'a', url, { body: more });
    assert.deepEqual({ status, loc: refused.detail[0].loc }, { status: 422, loc: ['body', 'lists'] }, url);
    assert.match(refused.detail[0].msg, /10001 values in all; the limit is 10000/);
  }
  const tried = { action: 'a', context: {}, policy: { rules: more.rules, lists: more.lists } };
  const { body: refused } = await ask(app, 'a', '/api/v1/core/governance/simulate', { body: tried });
  assert.deepEqual(refused.detail[0].loc, ['body', 'policy', 'lists']);
});

testAsTenant('refuses-impossible-definitions-and-names-their-place', async ({ app }) => {
  const rules = [rule('true &&\n  variables.absent == 1')];
  const variables = [
    { name: 'first', expression: '1 +\n  variables.second' },
    { name: 'second', expression: 'variables.first' },
  ];
  const { body: validation } = await ask(app, 'a', `${POLICIES}/validate`, { body: { rules, variables } });
  assert.deepEqual(
    validation.faults.map(({ message: _, ...fault }: { message: string }) => fault),
    [
      { rule: null, variable: 'first', line: 2, column: 12 },
      { rule: 'only', variable: null, line: 2, column: 12 },
    ],
  );
  const refused = await ask(app, 'a', POLICIES, { body: { name: 'a', rules, variables } });
  assert.deepEqual(
    refused.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.')),
    ['body.variables.0.expression', 'body.rules.0.when'],
  );
  assert.match(refused.body.detail[0].msg, /^Line 2, column 12: there is no variables\.second here/);
  const good = { name: 'a', rules: [rule('true')] };
  const shapes: [string, object, string][] = [
    ['a variable without a name', { variables: [{ expression: '1' }] }, 'body.variables.0.name'],
    ['a name with a dash', { variables: [{ name: 'a-b', expression: '1' }] }, 'body.variables.0.name'],
    [
      'an unknown member',
      { variables: [{ name: 'a', expression: '1', type: 'int' }] },
      'body.variables.0.type',
    ],
    ['a list of lists', { lists: { a: [['b']] } }, 'body.lists.a.0'],
    ['a list of bools', { lists: { a: [true] } }, 'body.lists.a.0'],
    ['a text too long', { lists: { a: [1, 'x'.repeat(1025)] } }, 'body.lists.a.1'],
    ['a text with U+0000', { lists: { a: ['\u0000'] } }, 'body.lists.a.0'],
    ['a list that is none', { lists: { a: 'b' } }, 'body.lists.a'],
    ['a name of a list with a dash', { lists: { 'a-b': [] } }, 'body.lists.a-b'],
    ['lists that are a list', { lists: ['a'] }, 'body.lists'],
    ['51 variables', { variables: Array(51).fill({ name: 'a', expression: '1' }) }, 'body.variables'],
  ];
  for (const [what, more, loc] of shapes) {
    const { status, body } = await ask(app, 'a', POLICIES, { body: { ...good, ...more } });
    assert.deepEqual({ status, loc: body.detail[0]?.loc?.join('.') }, { status: 422, loc }, what);
  }
});

testOnOneDatabase('keeps-what-a-file-defines', async (location, t) => {
  const folder = newFolder(t);
  const file = path.join(folder, 'mail.yaml');
  const write = (policy: object) => writeFileSync(file, JSON.stringify(policy));
  write({ name: 'mail', description: 'Mail', ...MAIL });
  const request = (to: string) => ({ action: 'mail.send', context: { to } });
  writeFileSync(
    path.join(folder, 'mail.cases.yaml'),
    JSON.stringify([
      { name: 'own', request: request('a@example.com'), expect: { verdict: 'proceed' } },
      { name: 'sister', request: request('a@example.org'), expect: { matches: ['sister'] } },
      { name: 'other', request: request('a@b.c'), expect: { verdict: 'block', matches: ['outside'] } },
    ]),
  );
  const tested = await assize(null, ['policies', 'test', file, '--every-rule']);
  assert.deepEqual(
    { code: tested.code, stdout1: tested.stdout.split('\n')[1] },
    { code: 0, stdout1: '3 passed, 0 failed' },
    tested.stdout,
  );

  const { app } = await startTestService(t, location);
  await ask(app, 'a', POLICIES, { body: { name: 'other', rules: [rule('true', 'note')] } });
  const words = ['policies', 'create', 'mail', '--file', file, '--reason', 'Agreed with the board', '--json'];
  const created = await assize(location, words);
  assert.equal(created.code, 0, created.stderr);
  const shown = await assize(location, ['policies', 'show', 'mail']);
  assert.match(shown.stdout, /^# because: Agreed with the board$/m);
  writeFileSync(file, shown.stdout);
  const again = await assize(location, ['policies', 'create', 'mail', '--file', file, '--json']);
  assert.equal(JSON.parse(again.stdout).latest_version, 1, 'another document was shown');
  const asJson = await assize(location, ['policies', 'show', 'mail', '--json']);
  assert.deepEqual(JSON.parse(asJson.stdout).shown.lists, DEFINED.lists);

  write({ ...MAIL, variables: [{ name: 'late', expression: 'variables.later' }] });
  const validate = () => assize(null, ['policies', 'validate', file]);
  const faulty = await validate();
  assert.equal(faulty.code, 1);
  assert.match(faulty.stdout, /variable late, line 1, column 10: there is no variables\.later here/);
  write({ ...MAIL, lists: { own: [true] }, variables: [{ name: '1', expression: '' }] });
  const misshapen = await validate();
  assert.match(misshapen.stderr, /variables\.0\.name: must begin with a letter/);
  assert.match(misshapen.stderr, /variables\.0\.expression: must not be empty/);
  assert.match(misshapen.stderr, /lists: own\.0: must be a number, or a text/);
  write({ ...MAIL, lists: { own: Array(10_001).fill(1) } });
  assert.match((await validate()).stderr, /lists: has 10001 values in all; the limit is 10000/);
});
