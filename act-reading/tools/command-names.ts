/**
 * Names of arguments whose text is run: a command, statements, code. The last word decides, because those before it
 * only say whose it is: `kubectl_command`, `remote_cmd_string`, `sqlText`.
 */
import { setOf } from '../lists.ts';

/** After the deciding word, these only state the form. */
const FORMS = setOf('text string str line block body input content value list array template raw');
const SHELL = setOf(
  'command cmd exec commandline cmdline shell bash zsh sh powershell script batch argv arg args argument arguments keystroke',
);
const SQL = setOf('sql statement stmt query queries ddl dml q');
/** Query languages without a reader here: `cypher`, `promql`. */
const OTHER_QUERY = /^(?:cypher|gremlin|sparql|kusto|expression|[a-z]{1,12}ql)$/;

export type NamedLanguage = 'shell' | 'sql' | 'other';

/** Returns the last word that is not about form: `command` of `remote_command_text`. */
export function decidingWord(words: readonly string[]): string {
  let end = words.length;
  while (end > 1 && FORMS.has(words[end - 1] ?? '')) end -= 1;
  return words[end - 1] ?? '';
}

/**
 * @param words of the name, in lower case.
 * @returns null if the name is not one of a text that is run.
 */
export function languageNamed(words: readonly string[]): NamedLanguage | null {
  const last = decidingWord(words);
  if (SHELL.has(last) || SHELL.has(last.replace(/s$/, ''))) return words.includes('sql') ? 'sql' : 'shell';
  if (SQL.has(last) || SQL.has(last.replace(/s$/, ''))) return 'sql';
  return OTHER_QUERY.test(last) ? 'other' : null;
}
