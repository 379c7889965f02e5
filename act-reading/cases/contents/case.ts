/** One content and what it does, as a table of cases states it. */
export interface Case {
  text: string;
  dialect?: string;
  /** Each act in one line, see `actText`. */
  acts?: string[];
  /** Why the content can't be read. */
  unreadable?: string;
}
