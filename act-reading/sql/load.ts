/**
 * The SQL parsers, loaded once before the first content is read: PostgreSQL's own grammar, and a parser for
 * statements of other dialects that it refuses.
 */
import type { Dialect } from './dialects.ts';

/** A node of a parser's tree. */
export type Tree = Readonly<Record<string, unknown>>;

export interface OtherParser {
  parse: (text: string) => { tableList?: string[]; ast: unknown };
}

interface Parsers {
  postgres: (text: string) => Tree;
  others: Readonly<Record<Exclude<Dialect, 'postgres'>, OtherParser>>;
}

let loaded: Parsers | null = null;

export async function loadSql(): Promise<void> {
  const [postgres, mysql, sqlite, mssql, bigquery] = await Promise.all([
    import('libpg-query'),
    import('node-sql-parser/build/mysql.js'),
    import('node-sql-parser/build/sqlite.js'),
    import('node-sql-parser/build/transactsql.js'),
    import('node-sql-parser/build/bigquery.js'),
  ]);
  await postgres.loadModule();
  // Compiles the parser, so that the first text does not wait for it.
  postgres.parseSync('SELECT 1');
  loaded = {
    postgres: (text) => postgres.parseSync(text) as unknown as Tree,
    others: {
      mysql: parserOf(mysql),
      sqlite: parserOf(sqlite),
      mssql: parserOf(mssql),
      bigquery: parserOf(bigquery),
    },
  };
}

/** The package is a CommonJS module, so its exports may stand under `default`. */
function parserOf(module: object): OtherParser {
  const { Parser, default: inside } = module as {
    Parser?: new () => OtherParser;
    default?: { Parser: new () => OtherParser };
  };
  const Made = Parser ?? inside?.Parser;
  if (Made === undefined) throw new Error('the SQL parser has no Parser');
  return new Made();
}

export function parsers(): Parsers {
  if (loaded === null) throw new Error('await loadReaders() before the first content is read');
  return loaded;
}
