/** The question about a result that the thread gets, and its answer. */
import type { ResultSource } from '@assize/act-reading/tools';
import type { JsonValue } from '@assize/evidence-format';

export interface ReadQuestion {
  chain: number;
  result: JsonValue;
  source: ResultSource | null;
  fields: Readonly<Record<string, ResultSource>>;
  /** The arguments of the call, which its result may repeat. */
  given: JsonValue;
  /** Whether its result may name what the call made. */
  doesMoreThanRead: boolean;
}

export interface ReadAnswer {
  /** See `values/packed.ts`. A value counts as own or made where the arguments don't have it. */
  packed: Uint8Array;
  incomplete: boolean;
}
