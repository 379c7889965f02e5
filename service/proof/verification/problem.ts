/** The problems of a chain beyond single records, and their messages. */
import type { ChainProblem, Span } from '@assize/evidence-format';
import type { Finding } from '../alarms/alarms.ts';
import type { SigningProblem } from '../log/refusal.ts';

export interface Problem {
  /** The record; null if it concerns the whole chain. */
  index: number | null;
  /** A problem of a single record, or one of those below. */
  problem: ChainProblem | WiderProblem;
  /** One sentence for a person. */
  message: string;
}

export type WiderProblem =
  | SigningProblem
  /** A payload is gone, and no record states that it was removed. */
  | 'missing_payload'
  /** The database reports that the record is damaged, so it can't be read. */
  | 'damaged_record'
  | 'damaged_tile'
  /** The database reports damage somewhere, which may affect anything that a verdict rests on. */
  | 'damaged_database'
  | 'missing_tile'
  /** The chain has fewer records than were verified before, or are in the caller's checkpoint. */
  | 'shorter_than_verified'
  | 'shorter_than_trusted'
  /** The caller's checkpoint covers records that were lost in a restore, as a record states. */
  | 'lost_in_restore';

export const DAMAGE_PROBLEMS = [
  'damaged_record',
  'damaged_tile',
  'damaged_database',
] as const satisfies readonly WiderProblem[];

export function toFinding({ index, problem, message }: Problem): Finding {
  return { position: index, problem, message };
}

/** Records first, by position; then tiles, which follow from them; then problems of the whole chain. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (one, other) => rankOf(one) - rankOf(other) || (one.index ?? 0) - (other.index ?? 0),
  );
}

function rankOf({ index, problem }: Problem): number {
  if (index === null) return 2;
  return problem.endsWith('_tile') ? 1 : 0;
}

export function damagedRecords({ start, end }: Span): Problem {
  const message =
    end === start + 1
      ? `Record ${start} can't be read: the database reports that it is damaged.`
      : `Records ${start} to ${end - 1} can't be read: the database reports that they are damaged.`;
  return { index: start, problem: 'damaged_record', message };
}

export function damagedTile(index: number): Problem {
  const message = `Tiles from record ${index} on can't be read: the database reports that they are damaged.`;
  return { index, problem: 'damaged_tile', message };
}

export function missingRecords(start: number, end: number): Problem {
  const message =
    end === start + 1 ? `Record ${start} is missing.` : `Records ${start} to ${end - 1} are missing.`;
  return { index: start, problem: 'missing_record', message };
}

export function missingPayloads(start: number, end: number): Problem {
  const message =
    end === start + 1
      ? `The payload of record ${start} is gone, and no record states its removal.`
      : `The payloads of records ${start} to ${end - 1} are gone, and no record states their removal.`;
  return { index: start, problem: 'missing_payload', message };
}

export function brokenLink(index: number): Problem {
  const message = `Record ${index} does not name the hash of the record before it.`;
  return { index, problem: 'broken_link', message };
}

export function wrongHead(size: number): Problem {
  const message = 'The chain does not end in the hash that its head row states.';
  return { index: Math.max(0, size - 1), problem: 'wrong_head', message };
}

/** @param what the source of the expected size: signed, verified before, or the caller's checkpoint. */
export function shorterThan(what: 'signed' | 'verified' | 'trusted', size: number, wanted: number): Problem {
  const known = {
    signed: 'were signed',
    verified: 'were verified before',
    trusted: 'are in the trusted checkpoint',
  }[what];
  const message = `The chain has ${size} records, and ${wanted} ${known}.`;
  return { index: null, problem: `shorter_than_${what}`, message };
}
