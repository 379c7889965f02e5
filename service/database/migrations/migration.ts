/** The type of a migration, and each database's SQL spellings. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** A database, and how it spells the parts of a table's definition. */
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
  /** The minor version that introduces it. */
  release: string;
  /**
   * `expand` only adds things that programs of the previous minor version can ignore: tables, indexes, columns with a
   * default. Anything else is `contract`, and waits until no such program serves the database.
   */
  kind: 'expand' | 'contract';
  statements: (dialect: Dialect) => string[];
}
