/** What the thread is asked about a result, and what it answers. */
import type { ResultSource } from '@assize/act-reading/tools';

export interface ReadQuestion {
  chain: number;
  /** JSON. */
  result: string;
  source: ResultSource | null;
  fields: Readonly<Record<string, ResultSource>>;
  /** The arguments of a call that does more than read, as JSON: its result may name what it made. null for others. */
  made: string | null;
}

export interface ReadAnswer {
  /** See `values/packed.ts`. A value counts as made where the arguments don't have it. */
  packed: Uint8Array;
  incomplete: boolean;
}
