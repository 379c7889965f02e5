/**
 * Reads the contents among an action's arguments. A command or query that was read is described by what it does, and
 * `execute` is dropped; one that was not read keeps `execute`.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import type { ContentKind, ToolContent, ToolEntry } from '../tools/index.ts';
import { countWork } from '../work.ts';
import { type Allowance, type Read, readPath } from './arguments/arguments.ts';
import { mergeFacts } from './facts.ts';
import type { ContentAct, Readers } from './readers.ts';

/** Contents of one act, each of which is parsed. */
export const MAX_CONTENTS_READ = 50;

export interface ContentsRead {
  contents: { path: string; kind: ContentKind; unreadable: string | null }[];
  acts: (ContentAct & { path: string })[];
  facts: JsonObject;
  /** The command for which the entry names a place where nothing stands; null if it is there. */
  missing: { path: string; kind: ContentKind; unreadable: string } | null;
  /** Whether the contents say all that the tool will execute. */
  replaceExecute: boolean;
}

/** Kinds whose text says what is done. */
const COMMANDS: readonly ContentKind[] = ['shell', 'sql', 'mongo'];

export function readContents(
  { contents }: ToolEntry,
  given: JsonObject,
  allowed: Allowance,
  readers: Readers,
): ContentsRead {
  const read: ContentsRead = { contents: [], acts: [], facts: {}, missing: null, replaceExecute: false };
  const commands: boolean[] = [];
  for (const content of contents) {
    for (const { path, text, unreadable } of textsOf(content, given, allowed)) {
      const isCommand = COMMANDS.includes(content.kind);
      const isTooMany = read.contents.length >= MAX_CONTENTS_READ;
      const fault = isTooMany ? `there are more than ${MAX_CONTENTS_READ} contents` : unreadable;
      const acts = fault === null ? addContent(read, content, { path, text }, readers) : null;
      if (fault !== null) read.contents.push({ path, kind: content.kind, unreadable: fault });
      if (isCommand) commands.push(acts !== null && acts > 0);
      if (isTooMany) return { ...read, replaceExecute: false };
    }
  }
  // A filter that only chooses what is read may be left out.
  const elsewhere =
    commands.length === 0
      ? contents.find(({ kind, dialect }) => COMMANDS.includes(kind) && dialect !== 'filter')
      : undefined;
  if (elsewhere !== undefined && Object.keys(given).length > 0)
    read.missing = { kind: elsewhere.kind, path: elsewhere.path, unreadable: ELSEWHERE };
  return { ...read, replaceExecute: commands.length > 0 && commands.every((isRead) => isRead) };
}

/** @returns how many acts the content has; null if it can't be read. */
function addContent(
  read: ContentsRead,
  { kind, dialect }: ToolContent,
  { path, text }: { path: string; text: string },
  { readContent }: Readers,
): number | null {
  countWork(text.length);
  const content = readContent(kind, text, dialect === undefined ? {} : { dialect });
  read.contents.push({ kind, path, unreadable: content.unreadable });
  mergeFacts(read.facts, { [kind]: content.facts });
  for (const act of content.acts) read.acts.push({ ...act, path });
  return content.unreadable === null ? content.acts.length : null;
}

interface Text {
  path: string;
  text: string;
  unreadable: string | null;
}

function textsOf({ path, kind }: ToolContent, given: JsonObject, allowed: Allowance): Text[] {
  const found = readPath(given, path, allowed);
  if ('unreadable' in found) return [{ path, text: '', unreadable: found.unreadable }];
  return found.values.flatMap((each) => textsIn(kind, each));
}

function textsIn(kind: ContentKind, { path, value }: Read): Text[] {
  if (typeof value === 'string') return [{ path, text: value, unreadable: null }];
  if (kind === 'mongo') return [{ path, text: JSON.stringify(value), unreadable: null }];
  if (Array.isArray(value)) {
    if (!value.every((each) => typeof each === 'string')) return [{ path, text: '', unreadable: NO_TEXT }];
    if (kind === 'shell') return [{ path, text: commandIn(value), unreadable: null }];
    if (kind === 'code') return [{ path, text: value.join('\n'), unreadable: null }];
    return value.map((text, place) => ({ path: `${path}[${place}]`, text, unreadable: null }));
  }
  return [{ path, text: '', unreadable: NO_TEXT }];
}

const NO_TEXT = 'it is no text';
const ELSEWHERE = 'it is not there, and may stand in another argument';

/**
 * Joins a list that is a program with its arguments, in which a shell expands nothing. No program's name has spaces,
 * so a list whose first element has some is a command line already.
 */
function commandIn([first = '', ...others]: readonly string[]): string {
  return /\s/.test(first.trim()) ? [first, ...others].join(' ') : [first, ...others].map(quoted).join(' ');
}

function quoted(argument: JsonValue): string {
  const text = String(argument);
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
