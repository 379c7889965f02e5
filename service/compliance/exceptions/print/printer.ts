/** Sets reports of exceptions as PDF, away from the event loop. Names are those of the moment; a report has only ids. */
import type { Database } from '../../../database/open.ts';
import { Printer } from '../../../documents/printer.ts';
import { listKeys } from '../../../keys/index.ts';
import { membersOf } from '../../../members/index.ts';
import type { FoundReport } from '../find.ts';
import type { ReportRecord } from '../record.ts';
import type { PrintedReport } from './printed-report.ts';

export class ExceptionsPrinter extends Printer<PrintedReport> {
  constructor(mostWaiting?: number) {
    super(new URL('./print-thread.ts', import.meta.url), mostWaiting);
  }

  /** @param since the report was made. @throws {Failure} `unavailable` where too many wait. */
  async printFor(
    db: Database,
    tenantId: string,
    { evidenceId, sha256, record }: FoundReport,
    since: Pick<PrintedReport, 'signings' | 'removed'>,
  ): Promise<Uint8Array> {
    const names = await namesIn(db, tenantId, record);
    return this.print({ evidenceId, sha256, record, ...since, names });
  }
}

const PARTY = /\b(?:mbr|key)_[0-9a-f]+\b/g;

async function namesIn(
  db: Database,
  tenantId: string,
  record: ReportRecord,
): Promise<Record<string, string>> {
  const named = new Set(JSON.stringify(record).match(PARTY));
  const members = (await membersOf(db, tenantId)).map(({ memberId, name }) => [memberId, name] as const);
  const keys = (await listKeys(db, tenantId)).map(({ keyId, name }) => [keyId, `key “${name}”`] as const);
  return Object.fromEntries([...members, ...keys].filter(([id]) => named.has(id)));
}
