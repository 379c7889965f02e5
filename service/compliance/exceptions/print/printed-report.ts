/** A report as it is handed to the thread that prints it. */
import type { ReportRecord } from '../record.ts';
import type { LaterRemoval } from '../removals.ts';
import type { RecordedSigning } from '../sign-off.ts';

export interface PrintedReport {
  evidenceId: string;
  sha256: string;
  record: ReportRecord;
  signings: readonly RecordedSigning[];
  /** Stated since the report was made. */
  removed: readonly LaterRemoval[];
  /** By id: members and keys that the report names, as far as they are known. */
  names: Readonly<Record<string, string>>;
}
