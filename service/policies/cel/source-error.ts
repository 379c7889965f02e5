/** What is wrong with a rule, and where. */
export class SourceError extends Error {
  /** In UTF-16 code units from the start of the source. */
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}
