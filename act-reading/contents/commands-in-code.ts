/**
 * Finds a shell command or an SQL statement in place of code, and adds what it does to what code may do. Code in
 * another language parses as neither, or names no program that is known here.
 */
import type { Act, Content } from '../content.ts';
import { MAX_SHELL, readShell } from '../shell/read-shell.ts';
import { readSql } from '../sql/read-sql.ts';

const OPENS_STATEMENT =
  /^\s*(?:--[^\n]*\n\s*|\/\*[^*]*\*\/\s*)*(?:select|insert|update|delete|drop|create|alter|truncate|grant|revoke|copy|merge|replace|rename|call|with)\s/i;

export function withCommands(code: Content, text: string): Content {
  if (code.unreadable !== null || text.length > MAX_SHELL) return code;
  const { unreadable, acts } = OPENS_STATEMENT.test(text) ? readSql(text) : readShell(text, readSql);
  if (unreadable !== null) return code;
  const isKnown = acts.every(({ effect }) => effect !== 'execute');
  const added = acts.filter((act) => saysMore(act) && (isKnown || act.effect !== 'write'));
  return added.length === 0 ? code : { ...code, acts: [...code.acts, ...added] };
}

/** An unknown name may be a word of another language, and its `>` a comparison. */
function saysMore({ effect, beyond_mandates, irreversible, risk_level }: Act): boolean {
  if (effect === 'read') return false;
  return (
    effect !== 'execute' ||
    beyond_mandates === true ||
    irreversible === true ||
    risk_level === 'high' ||
    risk_level === 'critical'
  );
}
