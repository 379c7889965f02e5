/**
 * The logins of this user, one sealed file for each server: AES-256-GCM (as JWE, RFC 7516) under a key in a file beside
 * them. A file opens only under its own name, which holds a hash of the server's address: if the address in the
 * configuration changes, no login is found. Only this user can read the files.
 */
import { createHash } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Platform } from '../platform.ts';
import { withLock } from './lock.ts';
import { LoginProblem } from './problem.ts';
import type { Tokens } from './tokens.ts';

/** A server by its name in the configuration, and its address. */
export interface Place {
  name: string;
  url: string;
}

export interface StoredLogin extends Place {
  /** Undefined where the server wants a login, or the last one has ended. */
  tokens?: Tokens | undefined;
}

const KEY_BYTES = 32;
const ENDING = '.login';
const NOT_FOR_OTHERS = 0o077;
const ALGORITHMS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };

export class LoginStore {
  readonly #folder: string;
  /** The logins read last, each for as long as its file stays the same. */
  readonly #known = new Map<string, { stamp: string; login: StoredLogin }>();

  readonly #now: Platform['now'];
  readonly #newId: Platform['newId'];

  constructor({ folder, now, newId }: Pick<Platform, 'folder' | 'now' | 'newId'>) {
    this.#folder = path.join(folder, 'logins');
    this.#now = now;
    this.#newId = newId;
  }

  /** @throws {LoginProblem} where it can't be opened */
  async read(place: Place): Promise<StoredLogin | undefined> {
    return this.#read(fileOf(place));
  }

  /** @throws {LoginProblem} */
  async write(login: StoredLogin): Promise<void> {
    const name = fileOf(login);
    try {
      const key = await this.#key(true);
      const sealed = await new CompactEncrypt(Buffer.from(JSON.stringify(login)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', file: name })
        .encrypt(key);
      await this.#place(name, sealed, rename);
    } catch (error) {
      if (error instanceof LoginProblem) throw error;
      throw new LoginProblem(`The login can't be stored in ${this.#folder} (${codeOf(error)}).`, {
        cause: error,
      });
    }
  }

  /** @returns the names of the servers with what is stored for each, or the reason why it can't be opened */
  async all(): Promise<{ name: string; login: StoredLogin | LoginProblem }[]> {
    const files = (await readdir(this.#folder).catch(() => []))
      .filter((name) => name.endsWith(ENDING))
      .sort();
    const found = files.map(async (file) => ({
      name: serverOf(file),
      login: await this.#read(file).catch((error: LoginProblem) => error),
    }));
    return (await Promise.all(found)).flatMap(({ name, login }) =>
      login === undefined ? [] : [{ name, login }],
    );
  }

  async remove(place: Place): Promise<void> {
    await rm(path.join(this.#folder, fileOf(place)), { force: true });
  }

  /** Removes what is stored under this name, whether it opens or not. */
  async forget(name: string): Promise<void> {
    const files = (await readdir(this.#folder).catch(() => [])).filter(
      (file) => serverOf(file) === name && file.endsWith(ENDING),
    );
    for (const file of files) await rm(path.join(this.#folder, file), { force: true });
  }

  /** Runs it while no other process changes this login. @throws {LoginProblem} where another one takes too long */
  async locked<T>(place: Place, act: () => Promise<T>): Promise<T> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch(() => {});
    return withLock(path.join(this.#folder, `${fileOf(place)}.lock`), this.#now, act);
  }

  async #read(name: string): Promise<StoredLogin | undefined> {
    const file = path.join(this.#folder, name);
    try {
      const { ino, mtimeMs, size } = await stat(file);
      const stamp = `${ino} ${mtimeMs} ${size}`;
      const known = this.#known.get(name);
      if (known?.stamp === stamp) return known.login;
      const login = await this.#opened(name, await readFile(file, 'utf8'));
      this.#known.set(name, { stamp, login });
      return login;
    } catch (error) {
      if (error instanceof LoginProblem) throw error;
      if (codeOf(error) === 'ENOENT') return undefined;
      throw new LoginProblem(`The stored login ${file} can't be read (${codeOf(error)}).`, { cause: error });
    }
  }

  async #opened(name: string, sealed: string): Promise<StoredLogin> {
    const key = await this.#key(false);
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, ALGORITHMS);
      if (protectedHeader.file !== name) throw new Error('It has another name.');
      return JSON.parse(Buffer.from(plaintext).toString('utf8')) as StoredLogin;
    } catch (cause) {
      const server = serverOf(name);
      throw new LoginProblem(
        `The stored login of ${server} does not open: it is damaged, or was sealed with another key than ${this.#keyFile}. Put that key back, or run \`assize gateway logout ${server}\` and log in again.`,
        { cause },
      );
    }
  }

  get #keyFile(): string {
    return path.join(this.#folder, 'key');
  }

  /** @param makesOne where there is none. @throws {LoginProblem} */
  async #key(makesOne: boolean): Promise<Uint8Array> {
    try {
      const key = await readFile(this.#keyFile);
      const { mode } = await stat(this.#keyFile);
      if (process.platform !== 'win32' && (mode & NOT_FOR_OTHERS) !== 0) {
        throw new LoginProblem(
          `Other users can read the key of the stored logins: chmod 600 ${this.#keyFile}`,
        );
      }
      if (key.length === KEY_BYTES) return key;
      throw new LoginProblem(
        `The key of the stored logins is damaged: ${this.#keyFile}. Put the right one back, or remove it, log out and log in again.`,
      );
    } catch (error) {
      if (error instanceof LoginProblem) throw error;
      if (codeOf(error) !== 'ENOENT' || !makesOne) {
        throw new LoginProblem(
          `The key of the stored logins can't be read: ${this.#keyFile} (${codeOf(error)}). Put it back, or log out and log in again.`,
          { cause: error },
        );
      }
    }
    // If two processes make one, the second takes the first one's.
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 8 * KEY_BYTES }, true, [
      'encrypt',
    ]);
    await this.#place('key', new Uint8Array(await crypto.subtle.exportKey('raw', made)), link).catch(
      (error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
      },
    );
    return this.#key(false);
  }

  /** Never leaves a file half written. */
  async #place(name: string, content: string | Uint8Array, put: typeof rename): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await chmod(this.#folder, 0o700);
    const temporary = path.join(this.#folder, `.${name}.${this.#newId()}`);
    try {
      await writeFile(temporary, content, { flag: 'wx', mode: 0o600, flush: true });
      await put(temporary, path.join(this.#folder, name));
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

function fileOf({ name, url }: Place): string {
  const hash = createHash('sha256').update(new URL(url).href).digest('hex').slice(0, 32);
  return `${encodeURIComponent(name).replaceAll('~', '%7E')}~${hash}${ENDING}`;
}

function serverOf(file: string): string {
  try {
    return decodeURIComponent(file.split('~')[0] ?? file);
  } catch {
    return file;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
