/**
 * Changes a human's settings file: in full or not at all, with a backup beside it, and without touching anything else
 * in it, such as comments.
 */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
  applyEdits,
  findNodeAtLocation,
  modify,
  type ParseError,
  parse,
  parseTree,
  visit,
} from 'jsonc-parser';
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

/** The file may contain comments. @throws {FileProblem} */
export function settingsIn(file: string): SettingsFile {
  if (!existsSync(file)) return { text: undefined, settings: {} };
  const text = readFileSync(file, 'utf8');
  return { text, settings: text.trim() === '' ? {} : parsed(file, text) };
}

function parsed(file: string, text: string): Fields {
  const errors: ParseError[] = [];
  const settings: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw new FileProblem(`${file} is not valid JSON`);
  if (!isFields(settings)) throw new FileProblem(`${file} is not a JSON object`);
  return settings;
}

/** @returns the text of the file with these settings. @throws {FileProblem} */
export function changedText(file: string, { text, settings }: SettingsFile, wanted: Fields): string {
  if (text === undefined || text.trim() === '') return `${JSON.stringify(wanted, null, 2)}\n`;
  const changed = withChanges(text, [], settings, wanted);
  // If a name occurs twice, one place counts and the other one may be changed.
  if (!saysTheSame(parsed(file, changed), wanted)) {
    throw new FileProblem(
      `${file} is written in a way that can't be changed safely, such as with a name twice`,
    );
  }
  return changed;
}

type Place = (string | number)[];

function withChanges(text: string, place: Place, from: unknown, to: unknown): string {
  if (isSame(from, to)) return text;
  if (isFields(from) && isFields(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.reduce((sofar, name) => withChanges(sofar, [...place, name], from[name], to[name]), text);
  }
  if (Array.isArray(from) && Array.isArray(to)) return withItems(text, place, from, to);
  return change(text, place, to, false);
}

function withItems(text: string, place: Place, from: unknown[], to: unknown[]): string {
  if (from.length === to.length) {
    return from.reduce((sofar: string, item, at) => withChanges(sofar, [...place, at], item, to[at]), text);
  }
  if (from.every((item, at) => isSame(item, to[at]))) {
    const added = to.slice(from.length);
    return added.reduce((sofar: string, item) => change(sofar, [...place, -1], item, true), text);
  }
  const gone = from.flatMap((item, at) => (to.some((kept) => isSame(item, kept)) ? [] : [at]));
  if (from.length - gone.length !== to.length) return change(text, place, to, false);
  return gone.reverse().reduce((sofar, at) => withoutItem(sofar, place, at), text);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function change(text: string, place: Place, value: unknown, isArrayInsertion: boolean): string {
  const [, indent = '  '] = /^\s*\{\s*?\n([ \t]+)\S/.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return applyEdits(text, modify(text, place, value, { formattingOptions, isArrayInsertion }));
}

/** `modify` would remove the comments beside the item too. */
function withoutItem(text: string, place: Place, at: number): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const list = tree && findNodeAtLocation(tree, place);
  const item = list?.children?.[at];
  if (list?.children === undefined || item === undefined) return text;
  const before = list.children[at - 1];
  const startOfGap = before === undefined ? list.offset : before.offset + before.length;
  const end = item.offset + item.length;
  const endOfGap = list.children[at + 1]?.offset ?? list.offset + list.length;
  const comma = commaBetween(text, end, endOfGap) ?? commaBetween(text, startOfGap, item.offset);
  const [newLine = ''] = /\r?\n[ \t]*$/.exec(text.slice(0, item.offset)) ?? [];
  const hasLineOfItsOwn = /^,?[ \t]*\r?\n/.test(text.slice(end));
  const start = hasLineOfItsOwn ? item.offset - newLine.length : item.offset;
  return applyEdits(text, [
    { offset: start, length: end - start, content: '' },
    ...(comma === undefined ? [] : [{ offset: comma, length: 1, content: '' }]),
  ]);
}

function commaBetween(text: string, start: number, end: number): number | undefined {
  const found: number[] = [];
  visit(text, { onSeparator: (_character, offset) => found.push(offset) });
  return found.find((offset) => offset >= start && offset < end);
}

/** In their order. */
export function commentsIn(text: string): string[] {
  const found: string[] = [];
  visit(text, { onComment: (offset, length) => found.push(text.slice(offset, offset + length)) });
  return found;
}

/** The order of members makes no difference. */
export function saysTheSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  return Object.entries(value)
    .map(([name, member]) => [name, sorted(member)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

export const backupOf = (file: string) => `${file}.before-assize`;

/**
 * Another process sees either the old file or the new one. A link stays, and its target is changed.
 * @param mode for those who may open it; default: as before. @throws {FileProblem}
 */
export function writeWhole(file: string, text: string, mode = modeOf(file)): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const target = targetOf(file);
  const unfinished = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(unfinished, text, { mode: mode ?? 0o666, flag: 'wx' });
    if (mode !== undefined) chmodSync(unfinished, mode);
    renameSync(unfinished, target);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Only for this user, even where others could read the old file. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeWhole(file, text, 0o600);
}

/** People who can't read the file can't read the copy either. */
export function writeBackup(file: string, text: string): void {
  writeWhole(backupOf(file), text, modeOf(file));
}

function modeOf(file: string): number | undefined {
  const status = statSync(file, { throwIfNoEntry: false });
  return status === undefined ? undefined : status.mode & 0o777;
}

function targetOf(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return file;
  throw new FileProblem(`${file} is a link that leads to no file`);
}
