/** The matters of one kind that were found, and the first of them. */

/** A thing that needs a person. `name` comes from outside. */
export interface Subject {
  id: string;
  name: string;
  /** Since when, or until when, ms since the epoch. */
  at: number | null;
}

export interface Found {
  count: number;
  /** The first few. */
  first: Subject[];
}
