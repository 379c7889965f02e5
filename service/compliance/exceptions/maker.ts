/** Makes reports of exceptions on threads: one at a time for each chain, and few at once, so that no one else is held up. */
import type { DatabaseLocation } from '../../database/location.ts';
import { Failure } from '../../foundation/failure.ts';
import { Thread, ThreadPool } from '../../foundation/thread.ts';
import type { ReportWork, ReportWorkDone } from './exceptions-thread.ts';
import type { Proofs, ProofsWanted } from './proofs.ts';
import type { ReportQuestion } from './reading.ts';
import type { Findings } from './record.ts';
import type { SampleTerms } from './sample.ts';

export interface ReportMaker {
  /** @throws {Failure} `conflict` while another report of this chain is being made; `unavailable` while many are. */
  find(question: ReportQuestion, sample: SampleTerms): Promise<Findings>;
  prove(wanted: ProofsWanted): Promise<Proofs>;
  close(): Promise<void>;
}

const MODULE = new URL('./exceptions-thread.ts', import.meta.url);
const LIMITS = { threads: 2, questionsEach: 1, idleMs: 10_000 };
const MAX_WAITING = 8;
const RETRY_AFTER_SECONDS = 10;

export function reportMaker(database: DatabaseLocation): ReportMaker {
  const start = () => new Thread<ReportWork, ReportWorkDone>(MODULE, { data: database });
  const pool = new ThreadPool<ReportWork, ReportWorkDone>(start, LIMITS);
  const underWay = new Set<number>();
  let asked = 0;
  const ask = async (work: ReportWork) => {
    if (asked === MAX_WAITING) {
      throw Failure.unavailable(RETRY_AFTER_SECONDS, new Error('too many reports are being made'));
    }
    asked += 1;
    try {
      return await pool.ask(work);
    } finally {
      asked -= 1;
    }
  };
  return {
    async find(question, sample) {
      const { chain } = question;
      if (underWay.has(chain)) {
        throw Failure.conflict(
          'report_under_way',
          'Another report is being made here. Wait until it is done.',
        );
      }
      underWay.add(chain);
      try {
        return ((await ask({ find: question, sample })) as { findings: Findings }).findings;
      } finally {
        underWay.delete(chain);
      }
    },
    prove: async (wanted) => ((await ask({ prove: wanted })) as { proofs: Proofs }).proofs,
    close: () => pool.close(),
  };
}
