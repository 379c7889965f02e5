// Changes a settings file of a human: whole or not at all, with the former one beside it, and not where anything else in
// it would be lost, such as a comment.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Fields } from '../event.ts';
import { isFields } from '../reading.ts';

/** The file can't be changed without harm. */
export class FileProblem extends Error {
  override name = 'FileProblem';
}

export interface SettingsFile {
  /** Undefined where there is no file. */
  text: string | undefined;
  settings: Fields;
}

/** @throws {FileProblem} */
export function settingsIn(file: string): SettingsFile {
  if (!existsSync(file)) return { text: undefined, settings: {} };
  const text = readFileSync(file, 'utf8');
  if (text.trim() === '') return { text, settings: {} };
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch {
    throw new FileProblem(`${file} is no plain JSON`);
  }
  if (!isFields(settings)) throw new FileProblem(`${file} holds no JSON object`);
  if (JSON.stringify(settings) !== withoutSpaces(text)) {
    throw new FileProblem(
      `${file} says something in a way that would be lost, such as a name twice or a long number`,
    );
  }
  return { text, settings };
}

function withoutSpaces(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

/** As the file was written before. */
export function textOf(settings: Fields, former: string | undefined): string {
  const [, indent = '  '] = /^[{[]\r?\n([ \t]+)\S/.exec(former ?? '') ?? [];
  const text = JSON.stringify(settings, null, indent);
  return former === undefined || former === '' || former.endsWith('\n') ? `${text}\n` : text;
}

export const backupOf = (file: string) => `${file}.before-assize`;

/** Another process sees the former file or this one. The place that a link leads to is changed, and not the link. */
export function writeWhole(file: string, text: string, mode = 0o644): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const target = existsSync(file) ? realpathSync(file) : file;
  const kept = statSync(target, { throwIfNoEntry: false })?.mode;
  const unfinished = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' });
    chmodSync(unfinished, mode === 0o600 ? mode : (kept ?? mode) & 0o777);
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** For this user alone, also where others could read the former file. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeWhole(file, text, 0o600);
}
