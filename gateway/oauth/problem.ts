/** Failures of a login, in words for a person, and texts of others, made harmless. */
import { shown } from '@assize/evidence-format';
import { Unanswered } from '../mcp/upstream/upstream.ts';

export class LoginProblem extends Unanswered {}

const MAX_CHARACTERS = 300;

/** Text of a server, in one short line. */
export function harmless(text: string): string {
  const line = shown(text.replaceAll(/\s+/g, ' '));
  return line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}…` : line;
}

/** Returns what a failed request says: the standard's error code and description, if it has one. */
export function saidBy(error: unknown): string {
  if (typeof error !== 'object' || error === null) return harmless(String(error));
  const { error: code, error_description: description, message, cause } = error as Record<string, unknown>;
  if (typeof code === 'string')
    return harmless(typeof description === 'string' ? `${code}: ${description}` : code);
  const reason = cause instanceof Error ? ` (${cause.message})` : '';
  return harmless(`${typeof message === 'string' ? message : 'unknown'}${reason}`);
}

export function isRefusedAs(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'error' in error && error.error === code;
}
