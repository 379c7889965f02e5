/** The files that `assize init` writes. One that exists and says something else is replaced only if the person agrees. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface WantedFile {
  file: string;
  text: string;
  /** Holds a key, so it is readable by this user alone. */
  isPrivate?: boolean;
  /** Whether a copy of the former content is kept beside it. */
  keepsFormer?: boolean;
}

export type Change = 'written' | 'unchanged';

/** @returns those that exist, and say something else. */
export function othersAmong(wanted: readonly WantedFile[]): string[] {
  return wanted.filter(({ file, text }) => (read(file) ?? text) !== text).map(({ file }) => file);
}

export function write({ file, text, isPrivate = false, keepsFormer = false }: WantedFile): Change {
  const former = read(file);
  if (former === text) return 'unchanged';
  if (keepsFormer && former !== undefined) copyFileSync(file, `${file}.before-assize`);
  mkdirSync(path.dirname(file), { recursive: true, mode: isPrivate ? 0o700 : 0o777 });
  writeFileSync(file, text, { mode: isPrivate ? 0o600 : 0o666 });
  // It may have been there before, readable by others.
  if (isPrivate) chmodSync(file, 0o600);
  return 'written';
}

export function read(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
