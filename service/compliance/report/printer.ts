/** Sets reports of compliance checks as PDF, away from the event loop. */
import { Printer } from '../../documents/printer.ts';
import type { RecordedCheck } from '../check-compliance.ts';

export class ReportPrinter extends Printer<RecordedCheck> {
  constructor(mostWaiting?: number) {
    super(new URL('./report-thread.ts', import.meta.url), mostWaiting);
  }
}
