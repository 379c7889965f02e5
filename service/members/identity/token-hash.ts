/** The stored form of a token: its hash. Tokens are random, so a plain hash can't be reversed. */
import { hash } from 'node:crypto';

export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
