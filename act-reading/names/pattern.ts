/**
 * Patterns over names of tools. A pattern covers what it matches word by word. A match that ignores separators after
 * the server does not cover a name, but it still counts where the stricter of several patterns does: a tool called
 * `de_lete` does not evade `*delete*`.
 */
import { matchesPattern } from './matches-pattern.ts';
import { folded, keysOfEntry, type Name, plainOf, readName, splitAtCase, splitAtSeparators } from './name.ts';

export interface NamePattern {
  forms: readonly string[];
  loose: string;
  /** Whether the server stands before the first star. */
  hasServer: boolean;
}

export function isPattern(tool: string): boolean {
  return tool.includes('*');
}

/** Returns null if the pattern may pose as another, or has no letters or digits. */
export function readPattern({ tool, server }: { tool: string; server?: string }): NamePattern | null {
  const plain = plainOf(server === undefined ? tool : `${server}.${tool}`);
  if (plain === null) return null;
  const parts = withoutMcp(splitAtSeparators(plain));
  if (parts.length === 0) return null;
  const words = parts.flatMap(splitAtCase);
  const [first = '', ...rest] = parts.map(folded);
  const hasServer = rest.length > 0 && !first.includes('*');
  return {
    forms: [...new Set([parts, words].map((form) => form.map(folded).join('.')))],
    loose: hasServer ? `${first}.${rest.join('')}` : first + rest.join(''),
    hasServer,
  };
}

function withoutMcp(parts: readonly string[]): readonly string[] {
  const [first = ''] = parts;
  return parts.length > 1 && folded(first) === 'mcp' ? parts.slice(1) : parts;
}

export function covers(pattern: NamePattern, { parts, words }: Name): boolean {
  return pattern.forms.some(
    (form) => matchesPattern(parts, form) || (words !== parts && matchesPattern(words, form)),
  );
}

/** Whether the pattern may have meant this name, which is enough to make a verdict stricter. */
export function touches(pattern: NamePattern, name: Name): boolean {
  if (!pattern.hasServer) return matchesPattern(name.key, pattern.loose) || covers(pattern, name);
  const dot = name.parts.indexOf('.');
  const server = dot < 0 ? '' : name.parts.slice(0, dot);
  const rest = dot < 0 ? '' : name.parts.slice(dot + 1).replaceAll('.', '');
  return matchesPattern(`${server}.${rest}`, pattern.loose) || covers(pattern, name);
}

/** Whether a name or pattern as a person writes it, such as `gmail.*`, names the tool of this action. */
export function namesTool(written: string, action: string): boolean {
  const name = readName(action);
  if (name === null) return false;
  if (!isPattern(written)) return keysOfEntry({ tool: written })?.all.includes(name.key) ?? false;
  const pattern = readPattern({ tool: written });
  return pattern !== null && covers(pattern, name);
}
