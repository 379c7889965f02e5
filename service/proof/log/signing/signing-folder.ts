/**
 * The folder outside the database that gives signatures their value: the keys, and the last signed checkpoint of each
 * chain. Only its owner may read the keys; every file in it is complete or absent.
 */
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isTemporary, missingAs, syncFolder, writeDurably } from '../../../database/files/durable-file.ts';
import { ensureFolder } from '../../../database/files/private-files.ts';
import { UNSTATED_FOLDER, unstatedIn } from '../unstated.ts';
import { formatKeys, parseKeys, type SigningKey } from './signing-key.ts';

/** Names chains as they are published. */
export type SigningFolder = Awaited<ReturnType<typeof openSigningFolder>>;

const OWNER_ONLY = 0o700;
const OTHERS = 0o077;
const NOTE = '.note';
const RESTORE = '.json';
/** Writing a file takes a few milliseconds. */
const LEFT_OVER_AFTER_MS = 600_000;
/** Windows has no file modes. */
const HAS_MODES = process.platform !== 'win32';

/** @param writer identifies this process. @throws if keys are damaged or other users can read them. */
export async function openSigningFolder(folder: string, writer: string) {
  const keysFile = path.join(folder, 'keys.json');
  const lastFolder = path.join(folder, 'last');
  const restoresFolder = path.join(folder, 'restored');
  let keys: readonly SigningKey[] = [];
  let version = '';

  /** Reads the keys again if the file has changed. @returns whether it had. @throws if it can't be trusted. */
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

  /** Makes the folder if it is missing. */
  async function storeKeys(wanted: readonly SigningKey[]): Promise<void> {
    await ensureFolder(path.dirname(folder));
    await makeFolder(folder);
    await makeFolder(lastFolder);
    await writeDurably(keysFile, formatKeys(wanted), writer);
    await refresh();
  }

  await refresh();
  return {
    path: folder,
    /** As last read from the file, the oldest first. */
    keys: () => keys,
    refresh,
    storeKeys,
    /** The checkpoint signed last for the chain, and when, ms since the epoch; null if there is none. */
    lastNote: (chain: string) => readNote(path.join(lastFolder, chain + NOTE)),
    keepNote: (chain: string, note: string) => keepNote(path.join(lastFolder, chain + NOTE), note, writer),
    /** For a chain that is removed with all its evidence. */
    forgetChain: (chain: string) => rm(path.join(lastFolder, chain + NOTE), { force: true }),
    /** Removes temporary files of killed processes; younger ones may belong to a running process. */
    tidy: (nowMs: number) =>
      removeLeftovers(
        [folder, lastFolder, restoresFolder, path.join(folder, UNSTATED_FOLDER)],
        nowMs - LEFT_OVER_AFTER_MS,
      ),
    ...restoresIn(restoresFolder, writer),
    ...unstatedIn(folder, writer),
    /** The chains that have a last note. */
    async signedChains(): Promise<string[]> {
      const names = await missingAs([], readdir(lastFolder));
      return names.filter((name) => name.endsWith(NOTE)).map((name) => name.slice(0, -NOTE.length));
    },
  };
}

function restoresIn(folder: string, writer: string) {
  return {
    /** Records permanently that a restore was acknowledged, by the id of its record. */
    async keepRestore(chain: string, id: string, statement: string): Promise<void> {
      await makeFolder(folder);
      await writeDurably(path.join(folder, `${chain}.${id}${RESTORE}`), statement, writer);
    },
    /** The acknowledged restores of the chain. */
    async restores(chain: string): Promise<string[]> {
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

async function readNote(file: string): Promise<{ note: string; keptAt: number } | null> {
  const note = await missingAs(null, readFile(file, 'utf8'));
  if (note === null) return null;
  const { mtimeMs } = await stat(file);
  return { note, keptAt: Math.floor(mtimeMs) };
}

async function keepNote(file: string, note: string, writer: string): Promise<void> {
  const written = writeDurably(file, note, writer).then(() => true);
  if (await missingAs(false, written)) return;
  // The folder of notes may have been removed without the keys: without a new one, nothing would be signed again.
  await makeFolder(path.dirname(file));
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
