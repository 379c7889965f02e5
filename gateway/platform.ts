/** Time, chance and the environment, handed to the gateway by the program that it runs in. */
export interface Platform {
  /** Writes to the log: never where a client reads MCP. */
  write: (text: string) => void;
  /** In milliseconds, from any beginning; it never goes back. */
  elapsedMs: () => number;
  /** Another one each time, that can't be guessed. */
  newId: () => string;
  /** What wrapped servers may get some of. */
  environment: Readonly<Record<string, string | undefined>>;
}

export function nodePlatform(write: Platform['write']): Platform {
  return {
    write,
    elapsedMs: () => performance.now(),
    newId: () => crypto.randomUUID(),
    environment: process.env,
  };
}
