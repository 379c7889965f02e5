/**
 * The folder outside the database that gives signatures their value: the keys, and the last signed checkpoint of each
 * chain. Only its owner may read the keys; every file in it is complete or absent.
 */
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isTemporary, missingAs, syncFolder, writeDurably } from '../../../database/files/durable-file.ts';
import { ensureFolder } from '../../../database/files/private-files.ts';
import { UNSTATED_FOLDER, type UnstatedRestores, unstatedIn } from '../unstated.ts';
import { formatKeys, parseKeys, type SigningKey } from './signing-key.ts';

export interface KeptNote {
  note: string;
  /** ms since the epoch. */
  keptAt: number;
}

export interface SigningFolder extends UnstatedRestores {
  readonly path: string;
  /** The keys as last read from the file, the oldest first. */
  keys(): readonly SigningKey[];
  /** Reads the keys again if the file has changed. @returns whether it had. @throws if it can't be trusted. */
  refresh(): Promise<boolean>;
  /** Makes the folder if it is missing. */
  storeKeys(keys: readonly SigningKey[]): Promise<void>;
  /** The checkpoint signed last for the chain with this published name; null if there is none. */
  lastNote(chain: string): Promise<KeptNote | null>;
  keepNote(chain: string, note: string): Promise<void>;
  /** Removes temporary files of killed processes; younger ones may belong to a running process. */
  tidy(nowMs: number): Promise<void>;
  /** Published names of the chains that have a last note. */
  signedChains(): Promise<string[]>;
  /** Records permanently that a restore was acknowledged, by the id of its record. */
  keepRestore(chain: string, id: string, statement: string): Promise<void>;
  /** The acknowledged restores of the chain. */
  restores(chain: string): Promise<string[]>;
}

const OWNER_ONLY = 0o700;
const OTHERS = 0o077;
const NOTE = '.note';
const RESTORE = '.json';
/** Writing a file takes a few milliseconds. */
const LEFT_OVER_AFTER_MS = 600_000;
/** Windows has no file modes. */
const HAS_MODES = process.platform !== 'win32';

/**
 * @param writer identifies this process among those that use the folder.
 * @throws if keys are damaged or other users can read them.
 */
export async function openSigningFolder(folder: string, writer: string): Promise<SigningFolder> {
  const keysFile = path.join(folder, 'keys.json');
  const lastFolder = path.join(folder, 'last');
  const restoresFolder = path.join(folder, 'restored');
  let keys: readonly SigningKey[] = [];
  let version = '';

  async function refresh(): Promise<boolean> {
    const found = await missingAs(null, stat(keysFile));
    const current = found === null ? '' : `${found.ino}/${found.mtimeMs}/${found.size}/${found.mode}`;
    if (current === version) return false;
    if (found !== null && HAS_MODES && (found.mode & OTHERS) !== 0) {
      throw new Error(`Others can read the signing keys. Run: chmod 600 ${keysFile}`);
    }
    keys = found === null ? [] : await readKeys(keysFile);
    version = current;
    return true;
  }

  async function storeKeys(wanted: readonly SigningKey[]): Promise<void> {
    await ensureFolder(path.dirname(folder));
    await makeFolder(folder);
    await makeFolder(lastFolder);
    await writeDurably(keysFile, formatKeys(wanted), writer);
    await refresh();
  }

  async function lastNote(chain: string): Promise<KeptNote | null> {
    const file = path.join(lastFolder, chain + NOTE);
    const note = await missingAs(null, readFile(file, 'utf8'));
    if (note === null) return null;
    const { mtimeMs } = await stat(file);
    return { note, keptAt: Math.floor(mtimeMs) };
  }

  await refresh();
  return {
    path: folder,
    keys: () => keys,
    refresh,
    storeKeys,
    lastNote,
    keepNote: (chain, note) => keepNote(lastFolder, chain + NOTE, { note, writer }),
    tidy: (nowMs) =>
      removeLeftovers(
        [folder, lastFolder, restoresFolder, path.join(folder, UNSTATED_FOLDER)],
        nowMs - LEFT_OVER_AFTER_MS,
      ),
    ...restoresIn(restoresFolder, writer),
    ...unstatedIn(folder, writer),
    async signedChains() {
      const names = await missingAs([], readdir(lastFolder));
      return names.filter((name) => name.endsWith(NOTE)).map((name) => name.slice(0, -NOTE.length));
    },
  };
}

function restoresIn(folder: string, writer: string): Pick<SigningFolder, 'keepRestore' | 'restores'> {
  return {
    async keepRestore(chain, id, statement) {
      await makeFolder(folder);
      await writeDurably(path.join(folder, `${chain}.${id}${RESTORE}`), statement, writer);
    },
    async restores(chain) {
      const names = await missingAs([], readdir(folder));
      const wanted = names.filter((name) => name.startsWith(`${chain}.`) && name.endsWith(RESTORE));
      return Promise.all(wanted.sort().map((name) => readFile(path.join(folder, name), 'utf8')));
    },
  };
}

async function readKeys(file: string): Promise<SigningKey[]> {
  const text = await readFile(file, 'utf8');
  try {
    return parseKeys(text);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}. Put back a copy of it.`);
  }
}

async function keepNote(
  folder: string,
  name: string,
  { note, writer }: { note: string; writer: string },
): Promise<void> {
  const file = path.join(folder, name);
  if (
    await missingAs(
      false,
      writeDurably(file, note, writer).then(() => true),
    )
  )
    return;
  // The folder of notes may have been removed without the keys: without a new one, nothing would be signed again.
  await makeFolder(folder);
  await writeDurably(file, note, writer);
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, OWNER_ONLY);
    await syncFolder(path.dirname(folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function removeLeftovers(folders: readonly string[], beforeMs: number): Promise<void> {
  for (const folder of folders) {
    const names = await missingAs([], readdir(folder));
    for (const name of names.filter(isTemporary)) {
      const file = path.join(folder, name);
      const found = await missingAs(null, stat(file));
      if (found !== null && found.mtimeMs < beforeMs) await rm(file, { force: true });
    }
  }
}
