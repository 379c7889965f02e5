/** The dialects of SQL that are read, their other names, and what is found in a text of one. */

/** Those that are tried where none is named. */
export const DIALECTS = ['postgres', 'mysql', 'sqlite', 'mssql'] as const;
export type Dialect = (typeof DIALECTS)[number] | 'bigquery';

const ALIASES: Readonly<Record<string, Dialect>> = {
  postgresql: 'postgres',
  pg: 'postgres',
  postgres: 'postgres',
  redshift: 'postgres',
  cockroachdb: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
  sqlite3: 'sqlite',
  mssql: 'mssql',
  sqlserver: 'mssql',
  tsql: 'mssql',
  transactsql: 'mssql',
  bigquery: 'bigquery',
  googlesql: 'bigquery',
};

export function dialectNamed(name: string): Dialect | null {
  const key = name.toLowerCase();
  return Object.hasOwn(ALIASES, key) ? (ALIASES[key] ?? null) : null;
}

export interface Statement {
  /** As it is written, and in PostgreSQL's quoting. */
  written: string;
  text: string;
  /** Its first words in upper case. */
  keywords: string[];
}

export interface Lexed {
  statements: Statement[];
  /** Where strings, quoted names and comments stand: equal for dialects that read the same. */
  shape: string;
  hasComments: boolean;
}
