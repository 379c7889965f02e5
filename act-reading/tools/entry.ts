/**
 * An entry of the catalogue of tools: what a tool does, and where its arguments say whom or what it reaches. An entry
 * is a document that is stored, compared and named by its canonical text.
 */
import { canonicalJson, type JsonObject, sha256Text } from '@assize/evidence-format';
import { isPattern, keysOfEntry, readPattern } from '../names/index.ts';
import type { RiskLevel } from '../risk.ts';
import type { Effect, TargetRole, WrittenKind } from '../targets/index.ts';

/**
 * The kinds of content that are parsed. `shell` is a command, `sql` statements, `mongo` a MongoDB document, `url` one
 * address, `path` one path, `code` another language, and `text` is for people.
 */
export const CONTENT_KINDS = ['shell', 'sql', 'mongo', 'url', 'path', 'code', 'text'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

/** `own` is a register that the tenant keeps; `content` is what someone outside may have written. */
export const RESULT_SOURCES = ['own', 'content'] as const;
export type ResultSource = (typeof RESULT_SOURCES)[number];

/** From the least confidential. */
export const CONFIDENTIALITIES = ['public', 'internal', 'confidential', 'secret'] as const;
export type Confidentiality = (typeof CONFIDENTIALITIES)[number];

export const MAX_NAME_CHARACTERS = 256;
/** For a pattern too, in which `*` stands for any run of characters. */
export const MAX_PATH_CHARACTERS = 256;
export const MAX_TARGETS = 32;
export const MAX_CONTENTS = 16;
export const MAX_EFFECT_VALUES = 64;
export const MAX_RESULT_FIELDS = 64;
export const MAX_VALUE_CHARACTERS = 128;
export const MAX_DESCRIPTION_CHARACTERS = 1024;
export const MAX_REASONS = 80;
export const MAX_REASON_CHARACTERS = 300;
/** The most characters of its canonical text. */
export const MAX_ENTRY_CHARACTERS = 16_384;

const NAME = '[^.\\[\\]*"\\s\\u0000-\\u001f]+';
const STEP = `\\.(?:${NAME}|\\*)|\\[(?:\\*|\\d{1,5}|"[^"\\u0000-\\u001f]+")\\]`;
/**
 * A place in the arguments: `to`, `message.to`, `recipients[*]` (each element), `headers.*` (each member), `files[0]`,
 * `options["a.b"]` (a name with a dot), or `$` for all of the arguments; `$.to` is `to`.
 */
export const PATH_PATTERN = `^(?:\\$|(?:${NAME}|\\*|\\["[^"\\u0000-\\u001f]+"\\])(?:${STEP})*)$`;
/** The hashes of `seen`, as {@link sha256Text} writes them. */
export const HASH_PATTERN = '^sha256:[0-9a-f]{64}$';
/** A currency by its ISO 4217 code; any other text of `amount.currency` is the path of the argument that names it. */
export const CURRENCY_PATTERN = '^[A-Z]{3}$';

export interface ToolTarget {
  path: string;
  kind: WrittenKind;
  role: TargetRole;
  /** Counts only if the target is there: an event's participants are told about it, so they are a `send`. */
  effect?: Effect;
}

export interface ToolContent {
  path: string;
  kind: ContentKind;
  /** For SQL or a shell, its dialect, such as `postgresql`. For MongoDB, the kind of document, such as `delete`. */
  dialect?: string;
}

export interface ToolAmount {
  path: string;
  /** A code such as `USD`, or the path of the argument that holds it. US dollars if it is left out. */
  currency?: string;
  /** The argument is in cents. */
  in_cents?: boolean;
}

export interface EffectByArgument {
  path: string;
  /**
   * The effect for each value of the argument; letter case does not count. Any other value has the entry's `effect`.
   * For a switch, the effects of `true` and `false` are added to the entry's `effect`.
   */
  values: Record<string, Effect>;
}

/** The hashes of the tool's definition when the entry was proposed. */
export interface SeenTool {
  /** SHA-256 of its description: `sha256:` and hex. */
  description_hash: string;
  /** SHA-256 of the canonical JSON of its input schema. */
  schema_hash: string;
}

export interface ToolEntry {
  /** Its name, as `gmail.send_email`, or `send_email` with a `server`; with `*`, a pattern over names. */
  tool: string;
  server?: string;
  /** Left out only if the entry sets a floor for risk and irreversibility and says nothing else. */
  effect?: Effect;
  effect_by?: EffectByArgument;
  targets: ToolTarget[];
  amount?: ToolAmount;
  contents: ToolContent[];
  /** The lowest risk that counts. */
  risk_level?: RiskLevel;
  is_irreversible?: boolean;
  /** Where the values of a result come from. If it is left out, nothing is known about them. */
  result?: ResultSource;
  /** Where the values of some members come from, by the member's name, at any depth of the result. */
  result_fields?: Record<string, ResultSource>;
  /** How confidential a result is. */
  confidentiality?: Confidentiality;
  description?: string;
  seen?: SeenTool;
  /** Why each field was proposed, by field: `effect`, `targets[0]`, `contents[1]`. */
  reasons?: Record<string, string>;
}

/** An entry as written by hand, without empty lists. */
export type WrittenEntry = Omit<ToolEntry, 'targets' | 'contents'> &
  Partial<Pick<ToolEntry, 'targets' | 'contents'>>;

export interface KeptEntry {
  entry: ToolEntry;
  /** Canonical JSON. */
  text: string;
  /** SHA-256 of the text: `sha256:` and hex. */
  hash: string;
}

export function keptEntry(written: WrittenEntry): KeptEntry {
  const entry = entryOf(written);
  const text = canonicalJson(entry as unknown as JsonObject);
  return { entry, text, hash: sha256Text(text) };
}

/** Leaves out fields that say nothing, so that one meaning has one text. */
export function entryOf(written: WrittenEntry): ToolEntry {
  const { tool, server, effect, effect_by, amount, risk_level, is_irreversible, description, seen } = written;
  const { result, confidentiality } = written;
  const { targets = [], contents = [], result_fields = {}, reasons = {} } = written;
  return {
    tool,
    ...(server !== undefined && { server }),
    ...(effect !== undefined && { effect }),
    ...(effect_by !== undefined && { effect_by: { path: effect_by.path, values: { ...effect_by.values } } }),
    targets: targets.map(targetOf),
    ...(amount !== undefined && { amount: amountOf(amount) }),
    contents: contents.map(({ path, kind, dialect }) => ({
      path,
      kind,
      ...(dialect !== undefined && { dialect }),
    })),
    ...(risk_level !== undefined && { risk_level }),
    ...(is_irreversible === true && { is_irreversible }),
    ...(result !== undefined && { result }),
    ...(Object.keys(result_fields).length > 0 && { result_fields: { ...result_fields } }),
    ...(confidentiality !== undefined && { confidentiality }),
    ...(description !== undefined && description !== '' && { description }),
    ...(seen !== undefined && {
      seen: { description_hash: seen.description_hash, schema_hash: seen.schema_hash },
    }),
    ...(Object.keys(reasons).length > 0 && { reasons: { ...reasons } }),
  };
}

function targetOf({ path, kind, role, effect }: ToolTarget): ToolTarget {
  return { path, kind, role, ...(effect !== undefined && { effect }) };
}

function amountOf({ path, currency, in_cents }: ToolAmount): ToolAmount {
  return { path, ...(currency !== undefined && { currency }), ...(in_cents === true && { in_cents }) };
}

/** Returns the name under which an entry is stored, the same for all its spellings. null if it may pose as another. */
export function storedName(entry: Pick<ToolEntry, 'tool' | 'server'>): string | null {
  if (!isPattern(entry.tool)) return keysOfEntry(entry)?.full ?? null;
  return readPattern(entry)?.forms[0] ?? null;
}
