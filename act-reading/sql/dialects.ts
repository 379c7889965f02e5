/** The SQL dialects that are read, their other names, and what the lexer finds in a text. */

/** The dialects that are tried if none is named. */
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
  /** The statement as written, in PostgreSQL's quoting. */
  written: string;
  text: string;
  /** The statement's first words, in upper case. */
  keywords: string[];
}

export interface Lexed {
  statements: Statement[];
  /** Where strings, quoted names and comments stand. Equal for dialects that read the text alike. */
  shape: string;
  hasComments: boolean;
}
