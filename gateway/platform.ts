/** Time, randomness and the environment, handed to the gateway by the program that it runs in. */
import { homedir } from 'node:os';
import path from 'node:path';

/** The settings, keys and logins of this user. */
export const FOLDER = path.join(homedir(), '.assize');

export interface Platform {
  /** Writes to the log: never where a client reads MCP. */
  write: (text: string) => void;
  /** In milliseconds, from any starting point; it never goes back. */
  elapsedMs: () => number;
  /** The time of the day, in milliseconds since the epoch. */
  now: () => number;
  /** A different one each time, which can't be guessed. */
  newId: () => string;
  /** The environment from which wrapped servers may get some variables. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Where this user's gateways keep what later ones need, such as logins. */
  folder: string;
}

export function nodePlatform(write: Platform['write']): Platform {
  return {
    write,
    elapsedMs: () => performance.now(),
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    environment: process.env,
    folder: FOLDER,
  };
}
