/**
 * A copy of what must be kept apart from the database's backups: the signing folder and the key of the secrets. It is
 * one file, so that only `assize restore` puts it back, which then remembers that later signatures may be missing.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type JsonValue, parseJson } from '@assize/evidence-format';
import { createDurably, isTemporary, missingAs, writeDurably } from '../database/files/durable-file.ts';
import { ensureFolder } from '../database/files/private-files.ts';
import type { Clock } from '../foundation/clock.ts';
import { secretsKeyFile } from '../webhooks/endpoints/index.ts';
import { BackupFault } from './manifest.ts';

const FORMAT = 'assize-signing-copy/1';
const KEYS = 'keys.json';
/** The folders within the signing folder. */
const INNER = ['last', 'restored', 'unstated'];
const NAME = /^(?:keys\.json|(?:last|restored|unstated)\/[\w.-]+)$/;
const MAX_TRIES = 20;

export interface SigningCopy {
  /** ISO 8601. */
  createdAt: string;
  /** The text of each file, by its path in the folder. */
  files: Record<string, string>;
  /** The file's text; null where the key is in the environment or missing. */
  secretsKey: string | null;
}

export interface SigningPlaces {
  signingDir: string;
  dataDir: string;
}

/** @returns whether it was written; without `overwrite`, an existing file stays. @throws where there are no keys. */
export async function writeSigningCopy(
  deps: SigningPlaces & { clock: Clock; writer: string },
  file: string,
  overwrite: boolean,
): Promise<SigningCopy | null> {
  const createdAt = new Date(deps.clock.now()).toISOString();
  const files = await filesOf(deps.signingDir);
  const secretsKey = await textOrNull(secretsKeyFile(deps.dataDir));
  const copy = { createdAt, files, secretsKey };
  await ensureFolder(path.dirname(file));
  if (overwrite) await writeDurably(file, formatCopy(copy), deps.writer);
  else if (!(await createDurably(file, formatCopy(copy), deps.writer))) return null;
  return copy;
}

/** The keys are read before and after the notes: a note is worthless without its key in the copy. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const keys = await textOrNull(path.join(folder, KEYS));
    if (keys === null) throw new Error(`There are no signing keys in ${folder} (ASSIZE_SIGNING_DIR).`);
    const files: Record<string, string> = { [KEYS]: keys };
    for (const inner of INNER) {
      const names = await missingAs([], readdir(path.join(folder, inner)));
      for (const name of names.filter((each) => !isTemporary(each)).map((each) => `${inner}/${each}`)) {
        // Skips copies that people made there.
        const text = NAME.test(name) ? await textOrNull(path.join(folder, name)) : null;
        if (text !== null) files[name] = text;
      }
    }
    if ((await textOrNull(path.join(folder, KEYS))) === keys) return files;
  }
  throw new Error('The signing keys keep changing. Try again.');
}

function formatCopy({ createdAt, files, secretsKey }: SigningCopy): string {
  const contents = { created_at: createdAt, files, secrets_key: secretsKey };
  return `${JSON.stringify({ format: FORMAT, ...contents, sha256: hashOf(contents) }, null, 2)}\n`;
}

function hashOf(contents: object): string {
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex');
}

/** @throws {BackupFault} where it is damaged. Its message reveals nothing of the keys. */
export async function readSigningCopy(file: string): Promise<SigningCopy> {
  const whole = membersOf(await readFile(file, 'utf8'));
  const { format, created_at, files, secrets_key, sha256 } = whole;
  const isText = (value: JsonValue | undefined): value is string => typeof value === 'string';
  const listed = typeof files === 'object' && files !== null && !Array.isArray(files) ? files : {};
  const isWhole =
    format === FORMAT &&
    isText(created_at) &&
    (secrets_key === null || isText(secrets_key)) &&
    isText(listed[KEYS]) &&
    Object.entries(listed).every(([name, text]) => NAME.test(name) && isText(text)) &&
    sha256 === hashOf({ created_at, files: listed, secrets_key });
  if (!isWhole) throw new BackupFault(`${file} is damaged, or not a copy of a signing folder.`);
  return { createdAt: created_at, files: listed as Record<string, string>, secretsKey: secrets_key };
}

function membersOf(text: string): Record<string, JsonValue | undefined> {
  try {
    const value = parseJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** Whether the folder has keys. */
export async function hasSigningKeys(folder: string): Promise<boolean> {
  return (await textOrNull(path.join(folder, KEYS))) !== null;
}

/** Writes the keys last: nothing is signed without them. @throws where the folder has other keys. */
export async function putSigningCopyBack(
  { signingDir, dataDir }: SigningPlaces,
  { files, secretsKey }: SigningCopy,
  writer: string,
): Promise<void> {
  await requireNoOther(signingDir, files);
  await ensureFolder(signingDir);
  for (const inner of INNER) await ensureFolder(path.join(signingDir, inner));
  const { [KEYS]: keys = '', ...others } = files;
  for (const [name, text] of Object.entries(others)) {
    // The notes of this restore must not be replaced by those that the copy holds.
    await createDurably(path.join(signingDir, name), text, writer);
  }
  if (secretsKey !== null) {
    await ensureFolder(dataDir);
    await createDurably(secretsKeyFile(dataDir), secretsKey, writer);
  }
  await writeDurably(path.join(signingDir, KEYS), keys, writer);
}

/** Files that an earlier attempt has put there count as the copy's own. */
export async function requireNoOther(folder: string, files: Record<string, string>): Promise<void> {
  const hasKeys = await hasSigningKeys(folder);
  for (const [name, text] of Object.entries(files)) {
    const found = await textOrNull(path.join(folder, name));
    if (name.startsWith('unstated/') || found === text || (found === null && !hasKeys)) continue;
    const wayOut = hasKeys ? 'Leave out --signing' : `Move ${name} away if you know that it does not`;
    throw new Error(
      `The signing folder ${folder} is not empty, and may know what was signed since the copy was made. ` +
        `${wayOut}: an older copy never replaces it.`,
    );
  }
}

function textOrNull(file: string): Promise<string | null> {
  return missingAs(null, readFile(file, 'utf8'));
}
