/** `assize usage export`: a tenant's usage as lines for a billing system, written to a file or standard output. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { shownJson } from '@assize/evidence-format';
import { InvalidArgumentError } from 'commander';
import { monthName, readMonth } from '../../foundation/month.ts';
import { findTenant } from '../../tenants/index.ts';
import { closesAt } from '../../usage/account/index.ts';
import {
  cloudEventOf,
  linesOfMonth,
  monthToExport,
  USAGE_FORMATS,
  type UsageLine,
} from '../../usage/export/index.ts';
import type { ServiceCommand } from '../command.ts';
import { isoOrDash, note, printWithBackpressure, writeNewFile } from '../terminal.ts';

interface ExportOptions {
  month?: number;
  output?: string;
  overwrite?: boolean;
  json?: boolean;
}

interface Exported {
  tenantId: string;
  month: number;
  lines: UsageLine[];
  /** Until then, more lines of the month may come; null if all are there. */
  openUntil: number | null;
}

export function exportUsageCommand(usage: ServiceCommand): void {
  usage
    .command('export <tenant>')
    .description("write a tenant's usage of a month, as JSON lines for a billing system")
    .option('--month <month>', "such as 2026-10 (default: yesterday's month)", month)
    .choice('--format <format>', '', USAGE_FORMATS, { initial: 'cloudevents' })
    .option('--output <file>', 'write to a file instead of standard output')
    .option('--overwrite', 'replace an existing file')
    .json('print the summary as JSON; the lines are always JSON')
    .action(async (tenant: string, options: ExportOptions) => {
      const exported = await usage.withService(async ({ db, clock }): Promise<Exported> => {
        const { tenantId } = await findTenant(db, tenant);
        const nowMs = clock.now();
        const wanted = options.month ?? monthToExport(nowMs);
        const lines = await linesOfMonth({ db, clock }, tenantId, wanted);
        const closes = closesAt(wanted);
        return { tenantId, month: wanted, lines, openUntil: closes > nowMs ? closes : null };
      });
      const lines = exported.lines.map((line) => shownJson(cloudEventOf(line, exported.tenantId)));
      const { output = null, overwrite = false, json } = options;
      if (output === null) await printWithBackpressure(lines);
      else await toFile(lines.map((line) => `${line}\n`).join(''), output, overwrite);
      note(json ? shownJson(fieldsOf(exported, output)) : sentencesOf(exported, output));
    });
}

function month(text: string): number {
  const read = readMonth(text);
  if (read === undefined) throw new InvalidArgumentError('Write a month as 2026-10.');
  return read;
}

/** A file that is replaced stays the old one until the new one is whole. */
async function toFile(text: string, file: string, overwrite: boolean): Promise<void> {
  if (overwrite) {
    const partial = `${file}.${process.pid}.partial`;
    try {
      await writeFile(partial, text, { flush: true });
      await rename(partial, file);
    } finally {
      await rm(partial, { force: true });
    }
    return;
  }
  await writeNewFile(file, text, { overwrite, option: '--output' });
}

function fieldsOf({ tenantId, month, lines, openUntil }: Exported, file: string | null) {
  return {
    tenant_id: tenantId,
    month: monthName(month),
    lines: lines.length,
    file,
    open_until: isoOrDash(openUntil),
  };
}

/** Reports to people on standard error, so that piped output holds only the lines. */
function sentencesOf({ month, lines, openUntil }: Exported, file: string | null): string {
  const name = monthName(month);
  const written = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'} of ${name}${file === null ? '' : ` to ${file}`}`;
  if (openUntil === null) return `Wrote ${written}: all of the month.`;
  const then = new Date(openUntil).toISOString();
  return `Wrote ${written}, for the days that are over. From ${then} on, the month is closed, and calls and storage are included.`;
}
