/** `assize policies backtest`: tries a policy on recorded evaluations. */
import {
  backtestFields,
  MAX_EXAMPLES,
  type PolicyWanted,
  prepareBacktest,
} from '../../evaluation/backtest/index.ts';
import { requireOrder } from '../../evidence/search/index.ts';
import { NAME_PATTERN } from '../../governance/policies/documents/index.ts';
import { type ChainOptions, type Run, type ServiceCommand, withChain } from '../command.ts';
import { MAX_NUMBER, moment, wholeNumber } from '../options.ts';
import { progressBar } from '../progress.ts';
import { table } from '../terminal.ts';

interface BacktestOptions extends ChainOptions {
  policyVersion?: number;
  settingsVersion?: number;
  from?: number;
  to?: number;
  examples: number;
}

type Fields = ReturnType<typeof backtestFields>;

const NAME = new RegExp(NAME_PATTERN);
const number = wholeNumber(0, MAX_NUMBER, 'Expected a whole number.');

export function backtestCommand(policies: ServiceCommand): void {
  policies
    .command('backtest')
    .onChain('whose evaluations')
    .description('judge recorded evaluations again with a policy; nothing is recorded')
    .argument('<policy>', 'a file, the folder of a pack, or the name of a stored policy')
    .option('--policy-version <number>', 'the version of a stored policy (default: the newest)', number)
    .option(
      '--settings-version <number>',
      'also try this version of the settings; 0 for the standard ones',
      number,
    )
    .option('--from <time>', 'the first moment of the period, or its first day (UTC)', moment)
    .option('--to <time>', 'the end of the period, not included', moment)
    .option('--examples <number>', 'how many evaluations to name for each change, at most', number, 5)
    .json()
    .run(backtest, {
      json: ({ name, version, found }) => ({ policy: name, version, ...found }),
      lines: ({ name, version, found }, { tenant, environment }) => {
        const tried = `${name} (${version === null ? 'draft' : `version ${version}`})`;
        return reportOf(tried, `${tenant}/${environment}`, found);
      },
    });
}

async function backtest({ options, withService }: Run<BacktestOptions>, policy: string) {
  const { environment, json, from, to, settingsVersion: settings } = options;
  requireOrder(from, to, ['--to']);
  const { name, draft } = await wantedOf(policy);
  const examples = Math.min(options.examples, MAX_EXAMPLES);
  const tried = { name, draft, version: options.policyVersion };
  const bar = json ? null : progressBar('artifacts');
  return withChain(withService, options, async (service, chain) => {
    const wanted = { policy: tried, settings, from, to, examples };
    const { version, question } = await prepareBacktest(service, { chain, environment }, wanted);
    const result = await service.backtests.run(question, { onProgress: bar?.show });
    return { name, version, found: backtestFields(result) };
  }).finally(() => bar?.end());
}

/** Takes an argument for a name if it can be one, and otherwise for a file. */
async function wantedOf(policy: string): Promise<PolicyWanted> {
  if (NAME.test(policy)) return { name: policy };
  const { readDraft } = await import('./policy-files.ts');
  const { name, ...draft } = await readDraft(policy);
  return { name, draft };
}

/** Also used by back-tests without a policy. */
export function reportOf(policy: string, chain: string, found: Fields): string[] {
  const { evaluations, skipped, changed, changed_count, rules, erred_count } = found;
  const gone = skipped === 0 ? '' : `; ${skipped} were skipped, since their payload was removed`;
  const lines = [`${policy} on ${evaluations} evaluations of ${chain}${gone}.`];
  if (rules.length > 0) lines.push('', ...table(rules, { rule: 'rule', matches: 'matched', errs: 'erred' }));
  if (erred_count > 0)
    lines.push(
      '',
      `In ${erred_count} of them a rule could not be evaluated: an error blocks, and a rule that costs too much escalates.`,
    );
  if (changed_count === 0) return [...lines, '', 'No verdict would change.'];
  const counts = table(changed, { from: 'from', to: 'to', verdicts: 'count' });
  lines.push('', `${changed_count} verdicts would change:`, '', ...counts);
  const examples = changed.flatMap(({ from, to, examples }) =>
    examples.map((example) => ({ ...example, change: `${from} > ${to}` })),
  );
  if (examples.length === 0) return lines;
  const rows = table(examples, {
    'for example': 'change',
    evidence: 'evidence_id',
    action: 'action',
    'because of': ({ rules: matching, laws }) =>
      [...matching, ...laws.filter((law) => law !== 'policy_adherence')].join(', ') || null,
  });
  return [...lines, '', ...rows];
}
