/** One content and what it does, as a reader of the tables would say it. */
export interface Case {
  text: string;
  dialect?: string;
  /** Each act in one line, see `actText`. */
  acts?: string[];
  /** Why it can't be read. */
  unreadable?: string;
}
