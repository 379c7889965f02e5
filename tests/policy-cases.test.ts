/** `assize policies test` shows where a policy fails its cases, and which cases or tools it can't read. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { newFolder } from './support/databases/databases.ts';
import { assize } from './support/processes/command.ts';

const POLICY = `rules:
  - id: large
    when: context.amount > 10.0
    effect: block
  - id: seen
    when: action == "pay"
    effect: note
  - id: idle
    when: action == "never"
    effect: escalate
`;

function written(t: TestContext, files: Record<string, string>): string {
  const folder = newFolder(t);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

test('shows-what-was-wanted-and-what-came-instead', async (t) => {
  const folder = written(t, {
    'limits.yaml': POLICY,
    'limits.cases.yaml': `
- name: passes
  request: { action: pay, context: { amount: 5 } }
  expect: { verdict: proceed, matches: [seen] }
- name: is too lax
  request: { action: pay, context: { amount: 11 } }
  expect: { verdict: proceed, matches: [seen, idle] }
- name: forgets a field
  request: { action: read }
  expect: { matches: [] }
- name: expects an error
  request: { action: read, context: { amount: 1 } }
  expect: { erred: true }
`,
  });
  const file = path.join(folder, 'limits.yaml');
  const { code, stdout } = await assize(null, ['policies', 'test', folder]);
  assert.equal(code, 1);
  assert.equal(
    stdout,
    `FAIL  ${file}: 4 cases of limits
      is too lax
        verdict: wanted proceed, got block
        - idle should match
        + large matches
      forgets a field
        ! large could not be evaluated, which blocks
      expects an error
        erred: a rule should err, and none does
      the rule idle matches in no case
1 passed, 3 failed
`,
  );
  const json = await assize(null, ['policies', 'test', file, '--json']);
  const [report] = JSON.parse(json.stdout).policies;
  assert.deepEqual(
    { code: json.code, rules_not_matched: report.rules_not_matched },
    { code: 1, rules_not_matched: ['idle'] },
  );
  assert.deepEqual(report.cases[1], {
    name: 'is too lax',
    passed: false,
    expected: { verdict: 'proceed', matches: ['seen', 'idle'] },
    got: { verdict: 'block', matches: ['large', 'seen'], erred: [], over_cost: [] },
  });
});

test('reads-the-act-by-the-tools-that-a-case-names', async (t) => {
  const folder = written(t, {
    'act.yaml': `rules:
  - id: stranger
    when: act.listed && act.targets.exists(target, target.role == 'recipient' && !target.known)
    effect: escalate
  - id: unlisted
    when: '!act.listed'
    effect: note
`,
    'act.cases.yaml': `catalogue: gmail
cases:
  - name: a stranger
    request: { action: mcp__gmail__send_email, context: { arguments: { to: [kim@example.org] } } }
    expect: { matches: [stranger] }
  - name: a known domain
    request: { action: sendEmail, context: { arguments: { to: [Kim@Example.org] } } }
    known: [example.org]
    expect: { matches: [] }
  - name: tools of its own
    request: { action: page.call, context: { arguments: { who: kim@example.org } } }
    tools: [{ tool: call, server: page, effect: send, targets: [{ path: who, kind: email, role: recipient }], contents: [] }]
    expect: { matches: [stranger] }
  - name: another tool
    request: { action: page.call, context: { arguments: { who: kim@example.org } } }
    expect: { matches: [unlisted] }
`,
  });
  const { code, stdout, stderr } = await assize(null, ['policies', 'test', folder, '--every-rule']);
  assert.equal(code, 0, stdout + stderr);
});

test('fails-over-a-rule-that-no-case-is-about-only-where-that-is-asked-for', async (t) => {
  const folder = written(t, {
    'policy.json': JSON.stringify({ rules: [{ id: 'idle', when: 'action == "never"', effect: 'note' }] }),
    'cases.yaml': '[{name: one, request: {action: pay}, expect: {verdict: proceed}}]',
  });
  assert.equal((await assize(null, ['policies', 'test', folder])).code, 0);
  assert.equal((await assize(null, ['policies', 'test', folder, '--every-rule'])).code, 1);
});

const CASES = '[{name: one, request: {action: pay}, expect: {verdict: proceed}}]';

/** The files of a folder, and the expected message. */
const UNREADABLE: Record<string, [files: Record<string, string>, said: RegExp]> = {
  'a-folder-without-policies': [{ 'notes.yaml': 'a: 1' }, /no policy found/],
  'a-policy-without-cases': [{ 'policy.yaml': POLICY }, /policy\.yaml: it has no cases/],
  'what-is-no-yaml': [{ 'policy.yaml': 'rules: [', 'cases.yaml': CASES }, /policy\.yaml: .*line 1/s],
  'a-rule-that-does-not-parse': [
    { 'policy.yaml': POLICY.replace('> 10.0', '>> 10.0'), 'cases.yaml': CASES },
    /policy\.yaml:\d+: rule large, 1:\d+: /,
  ],
  'a-case-that-expects-a-missing-rule': [
    { 'policy.yaml': POLICY, 'cases.yaml': CASES.replace('verdict: proceed', 'matches: [larg]') },
    /cases\.yaml:\d+: case "one", expect\.matches: the policy has no rule larg/,
  ],
  'a-misspelt-expectation': [
    { 'policy.yaml': POLICY, 'cases.yaml': CASES.replace('verdict:', 'verdicts:') },
    /cases\.yaml:\d+: case "one", expect\.verdicts: /,
  ],
  'a-catalogue-that-there-is-not': [
    { 'policy.yaml': POLICY, 'cases.yaml': `{catalogue: gmial, cases: ${CASES}}` },
    /cases\.yaml: the cases, catalogue: there is no ready catalogue gmial/,
  ],
  'a-tool-of-a-case-with-an-unknown-effect': [
    {
      'policy.yaml': POLICY,
      'cases.yaml': CASES.replace('name: one', 'name: one, tools: [{tool: a, effect: fly}]'),
    },
    /cases\.yaml: case "one", tools\.0\.effect: It must be one of read/,
  ],
  'an-object-without-cases': [
    { 'policy.yaml': POLICY, 'cases.yaml': '{catalogue: gmail}' },
    /cases\.yaml:\d+: the cases: Field required/,
  ],
  'an-integer-that-would-be-rounded': [
    {
      'policy.yaml': POLICY,
      'cases.yaml': CASES.replace('action: pay', 'action: pay, context: {to: [1, 9007199254740993]}'),
    },
    /cases\.yaml:\d+: case "one", request\.context\.to\.1: Input should be an integer that a double holds exactly/,
  ],
  'a-rule-that-compares-with-an-integer-that-no-input-holds': [
    { 'policy.yaml': POLICY.replace('> 10.0', '> 9007199254740993.0'), 'cases.yaml': CASES },
    /policy\.yaml:\d+: rule large, 1:\d+: no input can contain this number/,
  ],
  'a-request-that-no-evaluation-would-take': [
    {
      'policy.yaml': POLICY,
      'cases.yaml': CASES.replace('action: pay', 'action: pay, context: {trust_score: 101}'),
    },
    /cases\.yaml:\d+: case "one", request\.context\.trust_score: /,
  ],
};

for (const [what, [files, said]] of Object.entries(UNREADABLE)) {
  test(`refuses ${what}`, async (t) => {
    const { code, stdout, stderr } = await assize(null, ['policies', 'test', written(t, files)]);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
    assert.match(stderr, said);
  });
}
