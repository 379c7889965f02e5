/** The type of a migration, and the spellings of each database. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** A database and its spellings in a table's definition. */
export interface Dialect {
  kind: DatabaseKind;
  integer: string;
  bytes: string;
  /** Follows the definition of a table whose rows are small and read by their key. */
  clustered: string;
}

export interface Migration {
  version: number;
  name: string;
  /** The minor version that brings it. */
  release: string;
  /**
   * `expand` only adds what programs of the minor version before can ignore: tables, indexes, columns with a default.
   * Anything else is `contract`, and waits until no such program serves the database.
   */
  kind: 'expand' | 'contract';
  statements: (dialect: Dialect) => string[];
}
