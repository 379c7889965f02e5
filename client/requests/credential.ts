/** The credential of requests: an API key, or a token that a platform issues and renews. */
import { ConfigurationError } from '../failures.ts';
import { environment, textOfFile } from '../platform.ts';

/** A token, or a function that gives the present one: it is called before each request. */
export type Token = string | (() => string | Promise<string>);

export interface Credential {
  token: Token;
  /** The error for one that no header can hold. */
  advice: string;
}

const ADVICE_ON_KEYS = 'Set the key, or ASSIZE_KEY: it has the form ak_ and 32 characters.';
const ADVICE_ON_TOKENS = 'Set the token to one that is not empty and has no spaces.';

export const keyOf = (key: string): Credential => ({ token: key, advice: ADVICE_ON_KEYS });

/** @throws {ConfigurationError} */
export function credentialOf({ key, token }: { key?: string; token?: Token }): Credential {
  if (token === undefined) return key === undefined ? fromEnvironment() : keyOf(key);
  if (key === undefined) return { token, advice: ADVICE_ON_TOKENS };
  throw new ConfigurationError('Set the key or the token, not both.');
}

/** The file is read before each request: its platform renews the token in it. */
function fromEnvironment(): Credential {
  const [key, file] = [environment('ASSIZE_KEY'), environment('ASSIZE_TOKEN_FILE')];
  if (file === undefined) return keyOf(key ?? '');
  if (key === undefined) return { token: () => textOfFile(file), advice: ADVICE_ON_TOKENS };
  throw new ConfigurationError('Set ASSIZE_KEY or ASSIZE_TOKEN_FILE, not both.');
}

/** @throws {ConfigurationError} if it can't be sent: a platform's own error about the header would repeat it */
export function sendable(secret: unknown, { advice }: Credential): string {
  if (typeof secret === 'string' && /^[\x21-\x7e]+$/.test(secret)) return secret;
  throw new ConfigurationError(advice);
}

/** @returns the present one, without the line end of a file. @throws {ConfigurationError} the signal's reason */
export async function presentSecret(credential: Credential, signal: AbortSignal): Promise<string> {
  const { token } = credential;
  if (typeof token === 'string') return token;
  const given = await Promise.race([asked(token), endOf(signal)]);
  return sendable(typeof given === 'string' ? given.trim() : given, credential);
}

async function asked(token: () => string | Promise<string>): Promise<string> {
  try {
    return await token();
  } catch (cause) {
    throw new ConfigurationError('The token could not be read.', { cause });
  }
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
