/** `assize compliance frameworks|check`: the frameworks, and a check with its report. */
import path from 'node:path';
import { Argument } from 'commander';
import {
  checkCompliance,
  FRAMEWORK_IDS,
  type FrameworkId,
  listFrameworks,
  type RecordedCheck,
  ReportPrinter,
} from '../../compliance/index.ts';
import { OPERATOR } from '../../evidence/changes/index.ts';
import { chainOf, findTenant } from '../../tenants/index.ts';
import { allowanceFor } from '../../usage/index.ts';
import type { ChainOptions, Run, ServiceCommand } from '../command.ts';
import { moment } from '../options.ts';
import { table, writeNewFile } from '../terminal.ts';

interface CheckOptions extends ChainOptions {
  from?: number;
  to?: number;
  out?: string;
  overwrite?: boolean;
}

export function complianceCommands(program: ServiceCommand): void {
  const compliance = program.command('compliance').description('check the evidence against a framework');

  compliance
    .command('frameworks')
    .description('list the frameworks that can be checked against')
    .json()
    .run(listFrameworks, {
      columns: { framework: 'id', controls: 'controls', edition: 'edition' },
    });

  compliance
    .command('check')
    .addArgument(new Argument('<framework>').choices(FRAMEWORK_IDS))
    .description('check the evidence of a period against a framework; the result becomes evidence')
    .option('--from <time>', 'recorded at this time or later; default: 90 days before the end', moment)
    .option('--to <time>', 'recorded before this time; default: now', moment)
    .onChain('whose chain', '')
    .option('--out <file>', 'write the report as PDF')
    .option('--overwrite', 'replace an existing file')
    .json()
    .run(check, {
      lines: (recorded, { out }) => sentencesOf(recorded, out),
    });
}

type Recorded = RecordedCheck['record'] & { evidence_id: string };

async function check({ options, withService }: Run<CheckOptions>, framework: FrameworkId): Promise<Recorded> {
  const { tenant, environment, from, to, out, overwrite = false } = options;
  const recorded = await withService(async (service) => {
    const { tenantId } = await findTenant(service.db, tenant);
    const chain = await chainOf(service.db, tenantId, environment);
    const allowance = allowanceFor(await service.quotas.of({ tenantId, environment, chain }));
    return checkCompliance(service, { chain, actor: OPERATOR, framework, from, to }, allowance);
  });
  if (out !== undefined) {
    const pdf = await new ReportPrinter().print(recorded);
    await writeNewFile(out, pdf, { overwrite, remark: ` The check is recorded as ${recorded.evidenceId}.` });
  }
  return { evidence_id: recorded.evidenceId, ...recorded.record };
}

function sentencesOf({ evidence_id, ...record }: Recorded, file: string | undefined): string[] {
  const { framework, period, summary, controls } = record;
  const { met, partial, not_met, not_assessed } = summary;
  return [
    `${framework.name}, ${period.from} to ${period.to}`,
    '',
    ...table(controls, {
      control: 'id',
      result: ({ reason, result }) => reason ?? result,
      'checks met': ({ checks, checks_met }) =>
        checks.length === 0 ? null : `${checks_met}/${checks.length}`,
      about: 'title',
    }),
    '',
    `${met} met, ${partial} partial, ${not_met} not met, ${not_assessed} not assessed. Recorded as ${evidence_id}.`,
    ...(file === undefined ? [] : [`Wrote the report to ${path.resolve(file)}.`]),
  ];
}
