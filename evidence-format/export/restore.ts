/**
 * Records of a restored older database. An operator writes one for each restore; it states permanently how many signed
 * records are missing.
 */
import type { JsonValue } from '../canonical/canonical.ts';
import { parseJson } from '../canonical/parse.ts';
import { isTreeSize } from '../tree/merkle.ts';
import { REMOVAL_ACTIONS } from './removal.ts';

/** The action of the record that states a restore. */
export const RESTORE_ACTION = 'evidence.restored';

/** Actions of the records whose own payloads are never removed: the history can't be judged without them. */
export const PERMANENT_ACTIONS: readonly (string | null)[] = [
  ...Object.values(REMOVAL_ACTIONS),
  RESTORE_ACTION,
];

/** Whether a record is of the kind that states removals or a restore, regardless of its content. */
export function isStatement(artifactType: string, action: string | null): boolean {
  return artifactType === 'governance_change' && PERMANENT_ACTIONS.includes(action);
}

/**
 * The source of what is known about the signed records: the signing folder in use, a copy of it, or neither if it was
 * lost. A copy does not know what was signed after it was made.
 */
const SIGNING_SOURCES = ['kept', 'copy', 'lost'] as const;

export interface RestoreOrigin {
  /** ISO 8601: when the backup was made; null if unknown. */
  backupAt: string | null;
  signing: (typeof SIGNING_SOURCES)[number];
  /** ISO 8601: when the copy was made; null if the source is not a copy. */
  signingAt: string | null;
}

export interface Restore extends RestoreOrigin {
  /** How many records the last known signed checkpoint before the restore vouched for. */
  lastSignedSize: number;
  /** That checkpoint, as a signed note, verbatim; empty if none is known. */
  lastSigned: string;
  /** How many records there were after the restore. */
  foundSize: number;
  /**
   * How many of those, from the first on, are proven to be the signed ones, by a checkpoint that was restored with
   * them.
   */
  provenSize: number;
  /** The person who states it, and the reason for the restore. */
  by: string;
  reason: string;
}

/** The record that states a restore, and the restore. */
export interface StatedRestore extends Restore {
  index: number;
  id: string;
  /** ISO 8601, the time of the record. */
  at: string;
  /** Whether its own record was lost in a later restore, whose record repeats it. */
  isRepeated: boolean;
}

/** Where the record stands. */
export type RestoreRecord = Pick<StatedRestore, 'index' | 'id' | 'at'>;

/**
 * The restores that a record states, from its payload `{action, by, change: {last_signed_size, …, earlier: […]}}`: its
 * own, and earlier ones whose records it replaces. Empty if it states none that can be read.
 */
export function readRestores(record: RestoreRecord, payload: JsonValue): StatedRestore[] {
  const change = memberOf(payload, 'change');
  const own = restoreOf(change);
  if (own === null) return [];
  const listed = memberOf(change, 'earlier');
  const earlier = (Array.isArray(listed) ? listed : []).flatMap((item) => {
    const restore = readStatedRestore(item);
    return restore === null ? [] : [{ ...restore, isRepeated: true }];
  });
  return [...earlier, { ...own, ...record, isRepeated: false }];
}

/** The same from the bytes of a payload. */
export function restoresIn(record: RestoreRecord, payload: string): StatedRestore[] {
  try {
    return readRestores(record, parseJson(payload) as JsonValue);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

export function restoreFields(restore: Restore) {
  return {
    last_signed_size: restore.lastSignedSize,
    last_signed: restore.lastSigned,
    found_size: restore.foundSize,
    proven_size: restore.provenSize,
    by: restore.by,
    reason: restore.reason,
    ...restoreOriginFields(restore),
  };
}

export function restoreOriginFields({ backupAt, signing, signingAt }: RestoreOrigin) {
  return { backup_at: backupAt, signing, signing_at: signingAt };
}

/** The published form. */
export function statedRestoreFields({ index, id, at, isRepeated, ...restore }: StatedRestore) {
  return { index, id, at, ...restoreFields(restore), repeated: isRepeated };
}

/** Reads the fields that {@link statedRestoreFields} writes; null if they are invalid. */
export function readStatedRestore(value: JsonValue): StatedRestore | null {
  const restore = restoreOf(value);
  const [index, id, at, repeated] = ['index', 'id', 'at', 'repeated'].map((name) => memberOf(value, name));
  if (restore === null || !isTreeSize(index) || typeof id !== 'string' || typeof at !== 'string') return null;
  return { ...restore, index, id, at, isRepeated: repeated === true };
}

/** One sentence for a person. */
export function restoreSentence(restore: StatedRestore): string {
  const { index, at, by, reason, lastSignedSize, foundSize, provenSize, isRepeated } = restore;
  const where = isRepeated ? `What was record ${index} stated` : `Record ${index} states`;
  const backup = restore.backupAt === null ? '' : ` from the backup of ${shown(restore.backupAt)}`;
  return (
    `${where} that an older database was put back${backup} (${shown(at)}, by ${shown(by)}: ${shown(reason)}). ` +
    `${lastSignedSize} records ${restore.signing === 'kept' ? 'had been signed' : 'are known to have been signed'}; ` +
    `${foundSize} were there, of which the first ${provenSize} are proven to be the same.${unknownSince(restore)}`
  );
}

function unknownSince({ signing, signingAt }: Restore): string {
  if (signing === 'kept') return '';
  const since =
    signing === 'copy' && signingAt !== null
      ? `The record of what was signed is a copy of ${shown(signingAt)}`
      : 'The record of what was signed was lost';
  return ` ${since}: how many more records were signed after that, and are missing, is not known.`;
}

/** Whether a checkpoint of this size may cover records that were lost in the restore. */
export function mayHaveLost({ lastSignedSize, provenSize, signing }: Restore, size: number): boolean {
  return size > provenSize && (size <= lastSignedSize || signing !== 'kept');
}

/** A file may come from a stranger, and its texts must not control a terminal. */
function shown(text: string): string {
  const harmless = text.replace(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
  return harmless.length > MAX_SHOWN ? `${harmless.slice(0, MAX_SHOWN)}…` : harmless;
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const MAX_SHOWN = 500;

function restoreOf(value: JsonValue): Restore | null {
  const [lastSignedSize, foundSize, provenSize] = ['last_signed_size', 'found_size', 'proven_size'].map(
    (name) => memberOf(value, name),
  );
  const [lastSigned, by, reason] = ['last_signed', 'by', 'reason'].map((name) => memberOf(value, name));
  if (!isTreeSize(lastSignedSize) || !isTreeSize(foundSize) || !isTreeSize(provenSize)) return null;
  if (typeof lastSigned !== 'string' || typeof by !== 'string' || typeof reason !== 'string') return null;
  return { lastSignedSize, lastSigned, foundSize, provenSize, by, reason, ...readRestoreOrigin(value) };
}

/**
 * Reads the fields that {@link restoreOriginFields} writes. Records of earlier versions lack them: they were only
 * written if the folder itself was there.
 */
export function readRestoreOrigin(value: JsonValue): RestoreOrigin {
  const [backupAt, signing, signingAt] = ['backup_at', 'signing', 'signing_at'].map((name) =>
    memberOf(value, name),
  );
  return {
    backupAt: typeof backupAt === 'string' ? backupAt : null,
    signing: SIGNING_SOURCES.find((source) => source === signing) ?? 'kept',
    signingAt: typeof signingAt === 'string' ? signingAt : null,
  };
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return value[name] ?? null;
}
