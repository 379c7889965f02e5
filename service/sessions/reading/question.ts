/** The question about a result that the thread gets, and its answer. */
import type { ResultSource } from '@assize/act-reading/tools';
import type { JsonValue } from '@assize/evidence-format';

export interface ReadQuestion {
  chain: number;
  result: JsonValue;
  source: ResultSource | null;
  fields: Readonly<Record<string, ResultSource>>;
  /** The arguments of a call that does more than read: its result may name what it made. null for others. */
  made: JsonValue;
}

export interface ReadAnswer {
  /** See `values/packed.ts`. A value counts as made where the arguments don't have it. */
  packed: Uint8Array;
  incomplete: boolean;
}
