/** Starts what compliance runs: the threads that make reports. */
import type { DatabaseLocation } from '../database/location.ts';
import type { Started } from '../foundation/chores.ts';
import { type ReportMaker, reportMaker } from './exceptions/index.ts';

export interface ComplianceRoom extends Started {
  reportMaker: ReportMaker;
}

export function startCompliance({ config }: { config: { database: DatabaseLocation } }): ComplianceRoom {
  const maker = reportMaker(config.database);
  return { reportMaker: maker, chores: [], close: () => maker.close() };
}
