/**
 * Replaces contents that are too long to be judged in full by their SHA-256 hash and their length, so that an
 * approval is valid for exactly them. Data or source for a file of the workspace keeps its first part, which is read.
 * Any other content is replaced by a note that no reader takes for a text: then a human is asked.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { HookedCall } from './event.ts';
import { isFields, optionalText } from './reading.ts';

export interface Cut {
  /** A path in the arguments: `content`, `edits[0].new_string`. */
  path: string;
  characters: number;
  sha256: string;
}

export interface CutArguments {
  arguments: unknown;
  cuts: readonly Cut[];
  /** A note replaces a content, so none of it can be judged. */
  isUnread: boolean;
}

/** The service does not read longer texts. */
const MAX_READ_CHARACTERS = 65_536;
const KEPT_CHARACTERS = 32_768;
/** Together with the rest of the request, this stays below the 256 KiB that the service takes. */
const MAX_ARGUMENT_BYTES = 192 * 1024;
const MAX_SMALL_CHARACTERS = 8_192;

/** These fields are written or run. Other fields may say whom the call reaches, so they stay whole. */
const CONTENT_NAMES =
  /^(?:contents?|file_text|new_?str(?:ing)?|old_?str(?:ing)?|new_source|code_edit|diff|patch|input|command|cmd|chars|prompt)$/i;

/** @param workspace the folder in which files of data and source are ordinary */
export function cutArguments(call: HookedCall, workspace: string | undefined): CutArguments {
  const { arguments: given } = call;
  const isOrdinary = isOrdinaryFile(given, call.cwd, workspace);
  const cuts: Cut[] = [];
  const parts = isOrdinary ? replaced(given, MAX_READ_CHARACTERS, firstPart, cuts) : given;
  if (bytesOf(parts) <= MAX_ARGUMENT_BYTES) return { arguments: parts, cuts, isUnread: false };
  const noted = replaced(parts, MAX_SMALL_CHARACTERS, note, cuts);
  return { arguments: noted, cuts, isUnread: cuts.length > 0 };
}

type Replace = (text: string, cut: Cut) => unknown;

function firstPart(text: string, { characters, sha256 }: Cut): string {
  const kept = text.slice(0, KEPT_CHARACTERS).toWellFormed();
  return `${kept}\n[Only the first part: ${characters} characters in all, SHA-256 ${sha256}]`;
}

function note(text: string, { characters, sha256 }: Cut): object {
  const first_part = text.slice(0, 1_000).toWellFormed();
  return { too_long_to_judge: true, characters, sha256, first_part };
}

function replaced(given: unknown, longerThan: number, replace: Replace, cuts: Cut[]): unknown {
  const within = (value: unknown, at: string, name: string): unknown => {
    if (typeof value === 'string') {
      if (value.length <= longerThan || !CONTENT_NAMES.test(name)) return value;
      const known = cuts.find((cut) => cut.path === at);
      const cut = known ?? { path: at, characters: value.length, sha256: hashOf(value) };
      if (known === undefined) cuts.push(cut);
      return replace(value, cut);
    }
    if (Array.isArray(value)) return value.map((each, place) => within(each, `${at}[${place}]`, name));
    if (!isFields(value)) return value;
    const members = Object.entries(value);
    return Object.fromEntries(
      members.map(([key, each]) => [key, within(each, at === '' ? key : `${at}.${key}`, key)]),
    );
  };
  try {
    return within(given, '', 'input');
  } catch (error) {
    // Nested too deeply: the service says so.
    if (error instanceof RangeError) return given;
    throw error;
  }
}

/** The hash covers the bytes that the tool writes. */
function hashOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function bytesOf(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '');
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

const PATH_NAMES = ['file_path', 'filePath', 'path', 'target_file', 'absolute_path', 'notebook_path'];
const ORDINARY =
  /\.(?:json|jsonl|ndjson|csv|tsv|txt|md|mdx|rst|xml|svg|html?|css|scss|less|[cm]?[jt]sx?|vue|svelte|py|pyi|ipynb|go|rs|java|kt|scala|c|h|cc|cpp|hpp|cs|rb|php|swift|sql|ya?ml|toml|lock|snap|proto|graphql|po|tex|log)$/i;
/** Such files run by themselves, or say what does. */
const RUNNING =
  /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.py|conftest\.py|sitecustomize\.py|tasks\.json|launch\.json|[^/]*\.config\.[cm]?[jt]s|docker-compose[^/]*|cargo\.toml|build\.rs|azure-pipelines[^/]*)$|(?:^|\/)\./i;

/** A file of data or source in the workspace, which nothing runs by itself. */
function isOrdinaryFile(given: unknown, cwd: string | undefined, workspace: string | undefined): boolean {
  if (!isFields(given) || cwd === undefined) return false;
  const named = PATH_NAMES.flatMap((name) => optionalText(given, name) ?? []);
  const texts = contentsIn(given);
  const folder = path.resolve(workspace ?? cwd);
  return (
    named.length > 0 &&
    named.every((name) => {
      const inside = path.relative(folder, path.resolve(cwd, name)).replaceAll('\\', '/');
      const isInside = inside !== '' && !/^\.\.(?:\/|$)/.test(inside) && !path.isAbsolute(inside);
      return isInside && ORDINARY.test(inside) && !RUNNING.test(inside);
    }) &&
    !texts.some((text) => /^\ufeff?#!/.test(text))
  );
}

function contentsIn(given: Readonly<Record<string, unknown>>): string[] {
  return Object.values(given).flatMap((value) => (typeof value === 'string' ? [value] : []));
}
