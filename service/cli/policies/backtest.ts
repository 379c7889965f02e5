/** `assize policies backtest`: tries a policy on recorded evaluations. */
import { type Command, InvalidArgumentError } from 'commander';
import {
  backtestFields,
  MAX_EXAMPLES,
  type PolicyWanted,
  prepareBacktest,
} from '../../evaluation/backtest/index.ts';
import { requireOrder } from '../../evidence/search/index.ts';
import { NAME_PATTERN } from '../../governance/policies/documents/index.ts';
import { type ChainOptions, moment, onChain, withChain } from '../options.ts';
import { progressBar } from '../progress.ts';
import type { WithService } from '../service-for-command.ts';
import { print, printJson, table } from '../terminal.ts';

interface BacktestOptions extends ChainOptions {
  policyVersion?: number;
  settingsVersion?: number;
  from?: number;
  to?: number;
  examples: number;
}

type Fields = ReturnType<typeof backtestFields>;

const NAME = new RegExp(NAME_PATTERN);

export function backtestCommand(policies: Command, withService: WithService): void {
  onChain(policies.command('backtest'), 'whose evaluations')
    .description('judge recorded evaluations again with a policy; nothing is recorded')
    .argument('<policy>', 'a file, the folder of a pack, or the name of a stored policy')
    .option('--policy-version <number>', 'the version of a stored policy (default: the newest)', wholeNumber)
    .option(
      '--settings-version <number>',
      'also try this version of the settings; 0 for the standard ones',
      wholeNumber,
    )
    .option('--from <time>', 'the first moment of the period, or its first day (UTC)', moment)
    .option('--to <time>', 'the end of the period, not included', moment)
    .option('--examples <number>', 'how many evaluations to name for each change, at most', wholeNumber, 5)
    .option('--json', 'print JSON')
    .action(async (policy: string, options: BacktestOptions) => {
      const { tenant, environment, json, from, to, settingsVersion: settings } = options;
      requireOrder(from, to, ['--to']);
      const { name, draft } = await wantedOf(policy);
      const examples = Math.min(options.examples, MAX_EXAMPLES);
      const tried = { name, draft, version: options.policyVersion };
      const bar = json ? null : progressBar('artifacts');
      const { version, found } = await withChain(withService, options, async (service, chain) => {
        const wanted = { policy: tried, settings, from, to, examples };
        const prepared = await prepareBacktest(service, { chain, environment }, wanted);
        const result = await service.backtests.run(prepared.question, { onProgress: bar?.show });
        return { version: prepared.version, found: backtestFields(result) };
      }).finally(() => bar?.end());
      if (json) printJson({ policy: name, version, ...found });
      else
        print(
          reportOf(
            `${name} (${version === null ? 'draft' : `version ${version}`})`,
            `${tenant}/${environment}`,
            found,
          ),
        );
    });
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
  const lines = [
    `${policy} on ${evaluations} evaluations of ${chain}${gone}.`,
    ...(rules.length === 0
      ? []
      : [
          '',
          ...table(
            ['rule', 'matches', 'errs'],
            rules.map(({ rule, matched, erred }) => [rule, String(matched), String(erred)]),
          ),
        ]),
  ];
  if (erred_count > 0)
    lines.push(
      '',
      `In ${erred_count} of them a rule could not be evaluated: an error blocks, and a rule that costs too much escalates.`,
    );
  if (changed_count === 0) return [...lines, '', 'No verdict would change.'];
  lines.push(
    '',
    `${changed_count} verdicts would change:`,
    '',
    ...table(
      ['from', 'to', 'verdicts'],
      changed.map(({ from, to, count }) => [from, to, String(count)]),
    ),
  );
  const examples = changed.flatMap(({ from, to, examples }) =>
    examples.map(({ evidence_id, action, rules: matching, laws }) => [
      `${from} > ${to}`,
      evidence_id,
      action,
      [...matching, ...laws.filter((law) => law !== 'policy_adherence')].join(', ') || '-',
    ]),
  );
  if (examples.length > 0)
    lines.push('', ...table(['for example', 'evidence', 'action', 'because of'], examples));
  return lines;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}
