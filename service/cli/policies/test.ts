/** `assize policies test`: tests policies with the cases beside them. It needs no database and no service. */
import { type CaseOutcome, type PolicyCase, tryCase } from '../../evaluation/index.ts';
import type { JsonOption, Run, ServiceCommand } from '../command.ts';
import { EXIT, Listing } from '../terminal.ts';
import type { PolicyAndCases } from './policy-files.ts';

interface TestOptions extends JsonOption {
  everyRule?: boolean;
}

interface Tried extends PolicyAndCases {
  outcomes: { tried: PolicyCase; outcome: CaseOutcome }[];
  /** Rules that match in no case. */
  unmatched: string[];
}

const HELP = `
A case is a request, and what this one policy is to make of it; the other laws have no part in it:

  - name: asks a person beyond a thousand
    request: { action: pay_invoice, context: { amount_usd: 1000.01 } }   # as an evaluation takes it
    facts: { approval: none }          # optional: environment, risk_level, is_irreversible, approval,
                                       # budget_remaining_usd, instead of what follows from the request
    answered: [amount-needs-a-person]  # optional: the rules that a person was asked by who then approved it
    expect:                            # at least one of
      verdict: escalate                #   what the rules come to: proceed, escalate or block
      matches: [amount-needs-a-person] #   all the rules that match, in any order
      erred: false                     #   whether a rule can't be evaluated; no rule may where this is left out

Where the rules read act, say which tools there are: catalogue names ready ones, tools lists entries as an import
takes them. Both stand in a case, or above all of them:

  catalogue: gmail                     # or a list of names
  cases:
    - name: asks about a stranger
      request: { action: gmail.send_email, context: { arguments: { to: [kim@example.org] } } }
      known: [example.com]             # optional: the targets that are known
      expect: { verdict: escalate }

Those of policy.yaml are in cases.yaml beside it, those of refunds.yaml in refunds.cases.yaml.
Exits with ${EXIT.failed} where a case fails, and with ${EXIT.usage} where a file can't be read.`;

export function testCommand(policies: ServiceCommand): void {
  policies
    .command('test')
    .description('test policies with the cases beside them')
    .argument('<path...>', 'policy files, or folders to search')
    .option('--every-rule', 'also fail if a rule matches in no case')
    .json()
    .addHelpText('after', HELP)
    .run(test, {
      json: toJson,
      lines: reportOf,
      exitCode: (all, { everyRule = false }) => {
        const failed = all.some(({ outcomes }) => outcomes.some(({ outcome }) => !passes(outcome)));
        return failed || (everyRule && all.some(({ unmatched }) => unmatched.length > 0)) ? EXIT.failed : 0;
      },
    });
}

async function test(_: Run<TestOptions>, paths: string[]): Promise<Tried[]> {
  // Loaded only here, since reading files loads the schemas of requests.
  const { allOrFaults, policyFilesIn, readPolicyAndCases, Unreadable } = await import('./policy-files.ts');
  try {
    const files = (await allOrFaults(paths.map(policyFilesIn))).flat();
    const read = await allOrFaults(files.map(readPolicyAndCases));
    return await Promise.all(read.map(tryAll));
  } catch (error) {
    throw error instanceof Unreadable ? new Listing(error.lines, EXIT.usage) : error;
  }
}

async function tryAll({ file, policy, cases }: PolicyAndCases): Promise<Tried> {
  const outcomes = await Promise.all(
    cases.map(async (tried) => ({ tried, outcome: await tryCase(policy, tried) })),
  );
  const matched = new Set(outcomes.flatMap(({ outcome }) => outcome.matches));
  const rules = policy.rules.map((rule) => rule.matched.rule);
  return { file, policy, cases, outcomes, unmatched: rules.filter((rule) => !matched.has(rule)) };
}

function passes({ differing }: CaseOutcome): boolean {
  return differing.length === 0;
}

function reportOf(tried: readonly Tried[]): string[] {
  const counts = { passed: 0, failed: 0 };
  const lines = tried.flatMap((one) => {
    const failures = one.outcomes.filter(({ outcome }) => !passes(outcome));
    counts.failed += failures.length;
    counts.passed += one.outcomes.length - failures.length;
    return [
      `${failures.length === 0 ? 'ok  ' : 'FAIL'}  ${one.file}: ${one.outcomes.length} cases of ${one.policy.name}`,
      ...failures.flatMap(({ tried, outcome }) => [
        `      ${tried.name}`,
        ...difference(tried.expect, outcome),
      ]),
      ...one.unmatched.map((rule) => `      the rule ${rule} matches in no case`),
    ];
  });
  return [...lines, `${counts.passed} passed, ${counts.failed} failed`];
}

/** The lines of a failure: wanted and actual verdict, and the rules that differ. */
function difference(
  expect: PolicyCase['expect'],
  { verdict, matches, erred, overCost, differing }: CaseOutcome,
): string[] {
  const lines: string[] = [];
  if (differing.includes('verdict')) lines.push(`verdict: wanted ${expect.verdict}, got ${verdict}`);
  if (differing.includes('matches')) {
    const wanted = expect.matches ?? [];
    lines.push(...wanted.filter((rule) => !matches.includes(rule)).map((rule) => `- ${rule} should match`));
    lines.push(...matches.filter((rule) => !wanted.includes(rule)).map((rule) => `+ ${rule} matches`));
  }
  if (differing.includes('erred')) {
    if (erred.length === 0) lines.push('erred: a rule should err, and none does');
    for (const rule of erred)
      lines.push(
        overCost.includes(rule)
          ? `! ${rule} costs more than a rule may, which escalates`
          : `! ${rule} could not be evaluated, which blocks`,
      );
  }
  return lines.map((line) => `        ${line}`);
}

function toJson(tried: readonly Tried[]) {
  const policies = tried.map(({ file, policy, outcomes, unmatched }) => ({
    file,
    policy: policy.name,
    cases: outcomes.map(
      ({ tried: { name, expect }, outcome: { differing, overCost: over_cost, ...got } }) => ({
        name,
        passed: differing.length === 0,
        expected: expect,
        got: { ...got, over_cost },
      }),
    ),
    rules_not_matched: unmatched,
  }));
  const all = policies.flatMap(({ cases }) => cases);
  const passed = all.filter((one) => one.passed).length;
  return { passed, failed: all.length - passed, policies };
}
