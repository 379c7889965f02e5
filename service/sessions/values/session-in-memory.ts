/** A session as evaluations see it, at one number of results. It never changes: a further result makes another. */
import { CONFIDENTIALITIES, type Confidentiality } from '@assize/act-reading/tools';
import type { TargetHashes } from '../../targets/known/index.ts';
import type { ResultRow } from '../session.ts';
import type { Seen, SessionNow } from '../session-now.ts';
import { SessionResults } from './session-results.ts';
import { SessionValues } from './session-values.ts';

/** The parts of a session that are not about single values. */
interface Summary {
  incomplete: boolean;
  confidentiality: Confidentiality | null;
  hasContent: boolean;
  hasUndeclared: boolean;
}

const NOTHING_READ: Summary = {
  incomplete: false,
  confidentiality: null,
  hasContent: false,
  hasUndeclared: false,
};

type Read = Pick<ResultRow, 'incomplete' | 'confidentiality' | 'source' | 'value_count' | 'packed'>;

export class SessionInMemory implements SessionNow {
  readonly key: string;
  readonly incomplete: boolean;
  readonly confidentiality: Confidentiality | null;
  readonly hasContent: boolean;
  readonly hasUndeclared: boolean;
  readonly #chain: number;
  readonly #hashes: TargetHashes;
  readonly #values: SessionValues;
  readonly #results: SessionResults;

  private constructor(
    { key, chain, hashes }: { key: string; chain: number; hashes: TargetHashes },
    { incomplete, confidentiality, hasContent, hasUndeclared }: Summary,
    values: SessionValues,
    results: SessionResults,
  ) {
    this.key = key;
    this.incomplete = incomplete;
    this.confidentiality = confidentiality;
    this.hasContent = hasContent;
    this.hasUndeclared = hasUndeclared;
    this.#chain = chain;
    this.#hashes = hashes;
    this.#values = values;
    this.#results = results;
  }

  static empty(hashes: TargetHashes, chain: number, key: string): SessionInMemory {
    return new SessionInMemory({ key, chain, hashes }, NOTHING_READ, SessionValues.NONE, SessionResults.NONE);
  }

  get results(): number {
    return this.#results.count;
  }

  /** About how much memory it takes. */
  get bytes(): number {
    return 500 + this.#values.bytes + this.#results.bytes;
  }

  /** Adds the results that follow, in their order. */
  and(rows: readonly ResultRow[]): SessionInMemory {
    return new SessionInMemory(
      { key: this.key, chain: this.#chain, hashes: this.#hashes },
      rows.reduce<Summary>(withResult, this),
      this.#values.and(SessionValues.of(rows)),
      this.#results.and(rows),
    );
  }

  find(name: string): Seen | null {
    const hash = this.#hashes.of(this.#chain, name);
    const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
    const first = this.#values.find(view.getUint32(0), view.getUint32(4));
    if (first === null) return null;
    const at = (number: number) => this.#results.at(number);
    return {
      own: at(first.own),
      content: at(first.content),
      made: at(first.made),
      undeclared: first.undeclared,
    };
  }

  hasHash(high: number, low: number): boolean {
    return this.#values.has(high, low);
  }
}

/** A result that lost its values to a removal leaves a session that is not complete. */
export function isEmptied({ value_count, packed }: Pick<ResultRow, 'value_count' | 'packed'>): boolean {
  return value_count > 0 && packed.length === 0;
}

export function withResult(before: Summary, row: Read): Summary {
  const { incomplete, confidentiality, source } = row;
  return {
    incomplete: before.incomplete || incomplete !== 0 || isEmptied(row),
    confidentiality: higher(before.confidentiality, confidentiality),
    hasContent: before.hasContent || source === 'content',
    hasUndeclared: before.hasUndeclared || source === null,
  };
}

export function higher(one: Confidentiality | null, other: Confidentiality | null): Confidentiality | null {
  const rank = (word: Confidentiality | null) => (word === null ? -1 : CONFIDENTIALITIES.indexOf(word));
  return CONFIDENTIALITIES[Math.max(rank(one), rank(other))] ?? null;
}
