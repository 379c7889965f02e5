/** What a migration is, and which databases it is written for. */
export type DatabaseKind = 'sqlite' | 'postgres';

/** A database, and what it spells differently in a table's definition. */
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
  statements: (dialect: Dialect) => string[];
}
