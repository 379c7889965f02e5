/** What is stored of a token: its hash. Tokens are random, so a plain hash can't be undone. */
import { hash } from 'node:crypto';

export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
