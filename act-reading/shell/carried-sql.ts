/** The SQL that a command carries for a database. */
import { shown } from '../content.ts';
import { doesTo } from './does.ts';
import type { ShellReading } from './reading.ts';
import type { ShellWord } from './words.ts';

/** Commands of the client itself: `\! command`, `.shell command`, `\copy … program`. */
const LEAVES_DATABASE =
  /\\(?:!|o\s*\||g\s*\||copy)|^\s*\.(?:shell|system|output|once|import|read|load|open)\b|^\s*system\s/im;

export function readSql(word: ShellWord, dialect: string, name: string, reading: ShellReading) {
  if (!word.isFixed)
    return reading.runsUnread(name, `runs statements with ${name} that are made when the command runs`);
  if (LEAVES_DATABASE.test(word.text))
    return reading.runsUnread(name, `runs a command of ${name} that reaches out of the database`);
  if (/^\s*[\\.]\w/.test(word.text)) return reading.does(doesTo('read', 'looks at the database'));
  const content = reading.inside.sql(word.text, dialect);
  if (content.unreadable !== null) {
    const why = `runs statements with ${name} that can't be read: ${shown(content.unreadable)}`;
    return reading.runsUnread(name, why);
  }
  for (const act of content.acts) reading.add(act);
}
