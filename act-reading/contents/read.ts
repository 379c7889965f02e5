/**
 * Reads the contents of a tool call's arguments with parsers. Pure: the same text gives the same reading. It never
 * throws on a text; an unreadable one says why.
 */

import type { Content, ContentKind, ReadingOptions } from '../content.ts';
import { readMongo } from '../mongo/read-mongo.ts';
import { readShell } from '../shell/read-shell.ts';
import { readSql } from '../sql/read-sql.ts';
import { readCode } from '../text/read-code.ts';
import { readPath } from '../text/read-path.ts';
import { readText } from '../text/read-text.ts';
import { readUrl } from '../text/read-url.ts';
import { withCommands } from './commands-in-code.ts';

/** Await `loadReaders()` once before the first call. */
export function readContent(kind: ContentKind, text: string, options: ReadingOptions = {}): Content {
  switch (kind) {
    case 'shell':
      return readShell(text, readSql, options.dialect);
    case 'sql':
      return readSql(text, options.dialect);
    case 'mongo':
      return readMongo(text, options.dialect);
    case 'url':
      return readUrl(text);
    case 'path':
      return readPath(text);
    case 'code':
      return withCommands(readCode(text), text);
    case 'text':
      return readText(text);
  }
}
