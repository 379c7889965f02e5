/** `assize compliance frameworks|check`: the frameworks, and a check with its report. */
import path from 'node:path';
import { Argument, type Command, Option } from 'commander';
import {
  checkCompliance,
  FRAMEWORK_IDS,
  type FrameworkId,
  listFrameworks,
  type RecordedCheck,
  ReportPrinter,
} from '../../compliance/index.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { chainOf, ENVIRONMENTS, findTenant } from '../../tenants/index.ts';
import { allowanceFor } from '../../usage/index.ts';
import { type ChainOptions, moment } from '../options.ts';
import type { WithService } from '../service-for-command.ts';
import { print, printJson, table, writeNewFile } from '../terminal.ts';

interface CheckOptions extends ChainOptions {
  from?: number;
  to?: number;
  out?: string;
  overwrite?: boolean;
}

export function complianceCommands(program: Command, withService: WithService): void {
  const compliance = program.command('compliance').description('check the evidence against a framework');

  compliance
    .command('frameworks')
    .description('list the frameworks that can be checked against')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) => {
      const frameworks = listFrameworks();
      if (json) return printJson(frameworks);
      const rows = frameworks.map(({ id, controls, edition }) => [id, String(controls), edition]);
      print(table(['framework', 'controls', 'edition'], rows));
    });

  compliance
    .command('check')
    .addArgument(new Argument('<framework>').choices(FRAMEWORK_IDS))
    .description('check the evidence of a period against a framework; the result becomes evidence')
    .option('--from <time>', 'recorded at this time or later; default: 90 days before the end', moment)
    .option('--to <time>', 'recorded before this time; default: now', moment)
    .option('--tenant <name>', 'whose chain', 'default')
    .addOption(new Option('--environment <environment>').choices(ENVIRONMENTS).default('production'))
    .option('--out <file>', 'write the report as PDF')
    .option('--overwrite', 'replace an existing file')
    .option('--json', 'print JSON')
    .action(async (framework: FrameworkId, options: CheckOptions) => {
      const check = await runCheck(withService, framework, options);
      if (options.out !== undefined) await writeReport(check, options.out, options.overwrite === true);
      if (options.json) printJson({ evidence_id: check.evidenceId, ...check.record });
      else print(sentencesOf(check, options.out));
    });
}

function runCheck(
  withService: WithService,
  framework: FrameworkId,
  { tenant, environment, from, to }: CheckOptions,
): Promise<RecordedCheck> {
  return withService(async (service) => {
    const { tenantId } = await findTenant(service.db, tenant);
    const chain = await chainOf(service.db, tenantId, environment);
    const allowance = allowanceFor(await service.quotas.of({ tenantId, environment, chain }));
    return checkCompliance(service, { chain, actor: OPERATOR, framework, from, to }, allowance);
  });
}

async function writeReport(check: RecordedCheck, file: string, overwrite: boolean): Promise<void> {
  const pdf = await new ReportPrinter().print(check);
  await writeNewFile(file, pdf, { overwrite, remark: ` The check is recorded as ${check.evidenceId}.` });
}

function sentencesOf({ evidenceId, record }: RecordedCheck, file: string | undefined): string[] {
  const { framework, period, summary, controls } = record;
  const rows = controls.map(({ id, title, result, reason, checks, checks_met: met }) => [
    id,
    reason ?? result,
    checks.length === 0 ? '-' : `${met}/${checks.length}`,
    title,
  ]);
  const { met, partial, not_met, not_assessed } = summary;
  return [
    `${framework.name}, ${period.from} to ${period.to}`,
    '',
    ...table(['control', 'result', 'checks met', 'about'], rows),
    '',
    `${met} met, ${partial} partial, ${not_met} not met, ${not_assessed} not assessed. Recorded as ${evidenceId}.`,
    ...(file === undefined ? [] : [`Wrote the report to ${path.resolve(file)}.`]),
  ];
}
