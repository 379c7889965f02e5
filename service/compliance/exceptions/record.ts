/**
 * The payload of a report of exceptions: all that it says, as it was when it was made. The file, the page and the PDF show
 * only this. `evidence-format` names the parts of it that are verified.
 */
import { formatHash, type JsonObject } from '@assize/evidence-format';
import { chainId } from '../../database/chain-id.ts';
import type { SignedCheckpoint } from '../../proof/log/index.ts';
import type { Subject } from '../chain-in-period.ts';
import type { OwnedControl } from '../controls/index.ts';
import type { Completeness } from './completeness.ts';
import type { Exception, ExceptionKind, Found } from './kinds/kind.ts';
import type { Population } from './population.ts';
import type { Placed, ReportQuestion } from './reading.ts';
import type { Sample, SampledPopulation } from './sample.ts';
import type { Step } from './trail.ts';

interface RecordedPlace {
  evidence_id: string | null;
  index: number | null;
  at: string;
}

export interface RecordedException extends RecordedPlace, Pick<Exception, 'who' | 'what' | 'why'> {}

export interface RecordedStep extends RecordedPlace, Pick<Step, 'step' | 'who' | 'what'> {}

export interface RecordedDrawn extends RecordedPlace {
  index: number;
  ordinal: number;
  artifact_type: string;
  action: string | null;
  verdict: string | null;
  who: string;
  what: string;
  trail: RecordedStep[];
  alone: string | null;
}

export interface RecordedKind extends Pick<ExceptionKind, 'id' | 'title' | 'rule'> {
  kind: string;
  count: number;
  listed: RecordedException[];
  unread: number;
}

/** A removal of payloads of the period. */
export interface RecordedRemoval {
  kind: 'redaction' | 'retention';
  from_index: number;
  /** Exclusive. */
  to_index: number;
  evidence_id: string;
  /** Whether it was stated after the position at which the report ends. */
  meanwhile: boolean;
}

export interface ReportRecord {
  report: 'exceptions';
  period: { from: string; to: string };
  made_at: string;
  made_by: string;
  tenant: { id: string; name: string };
  environment: string;
  chain: string;
  /** The report is of records before this position. */
  tree_size: number;
  checkpoint: { tree_size: number; root_hash: string; signed_at: string; note: string } | null;
  exceptions: Omit<RecordedKind, 'id'>[];
  population: Population;
  completeness: Completeness;
  sample: Omit<Sample, 'drawn' | 'population'> & { population: SampledPopulation; drawn: RecordedDrawn[] };
  /** Payloads of the period that are gone, or about to be. */
  removals: RecordedRemoval[];
  controls: OwnedControl[];
}

export interface Findings {
  kinds: [Pick<ExceptionKind, 'id' | 'title' | 'rule'>, Found][];
  population: Population;
  completeness: Completeness;
  sample: Sample;
  removals: RecordedRemoval[];
}

interface About {
  question: ReportQuestion;
  subject: Subject;
  madeBy: string;
  checkpoint: SignedCheckpoint | null;
  controls: OwnedControl[];
}

export function recordOf(
  about: About,
  { kinds, population, completeness, sample, removals }: Findings,
): ReportRecord {
  const { question, subject, madeBy, checkpoint, controls } = about;
  return {
    report: 'exceptions',
    period: { from: iso(question.period.from), to: iso(question.period.to) },
    made_at: iso(question.nowMs),
    made_by: madeBy,
    tenant: { id: subject.tenantId, name: subject.name },
    environment: subject.environment,
    chain: chainId(subject.chain),
    tree_size: question.size,
    checkpoint: checkpoint && {
      tree_size: checkpoint.size,
      root_hash: formatHash(checkpoint.root),
      signed_at: iso(checkpoint.signedAt),
      note: checkpoint.note,
    },
    exceptions: kinds.map(([{ id, title, rule }, { count, listed, unread }]) => {
      return { kind: id, title, rule, count, listed: listed.map(recordedException), unread };
    }),
    population,
    completeness,
    sample: { ...sample, drawn: sample.drawn.map(recordedDrawn) },
    removals,
    controls,
  };
}

function recordedException({ who, what, why, ...place }: Exception): RecordedException {
  return { ...recordedPlace(place), who, what, why };
}

function recordedDrawn(drawn: Sample['drawn'][number]): RecordedDrawn {
  const { ordinal, artifactType, action, verdict, actor, what, trail, alone } = drawn;
  const steps = trail.map(({ step, who, what: told, ...place }) => ({
    ...recordedPlace(place),
    step,
    who,
    what: told,
  }));
  return {
    ...recordedPlace(drawn),
    index: drawn.index,
    ordinal,
    artifact_type: artifactType,
    action,
    verdict,
    who: actor,
    what,
    trail: steps,
    alone,
  };
}

function recordedPlace({ evidenceId, index, at }: Placed & { at: number }): RecordedPlace {
  return { evidence_id: evidenceId, index, at: iso(at) };
}

/** All exceptions together. */
export function exceptionsIn({ exceptions }: Pick<ReportRecord, 'exceptions'>): number {
  return exceptions.reduce((sum, { count }) => sum + count, 0);
}

/** null for the payload of another compliance check. */
export function readReport(payload: JsonObject): ReportRecord | null {
  return payload.report === 'exceptions' ? (payload as unknown as ReportRecord) : null;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
