/**
 * Loaded into a service and its threads before their own code (`node --import`): while the file exists, the system's
 * resolver knows no name, and reports that after a moment.
 */
import dns, { type LookupOneOptions } from 'node:dns';
import { existsSync } from 'node:fs';

const file = process.env.NO_NAMES_WHILE ?? '';
const ANSWERS_AFTER_MS = 100;
const original = dns.lookup;

type Told = (error: NodeJS.ErrnoException | null, ...found: unknown[]) => void;

function lookup(name: string, options: LookupOneOptions | Told, told?: Told): void {
  const tell = told ?? (options as Told);
  if (!existsSync(file)) {
    original(name, options as LookupOneOptions, tell);
    return;
  }
  const error = Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), {
    ...{ code: 'EAI_AGAIN', syscall: 'getaddrinfo', hostname: name },
  });
  setTimeout(() => tell(error), ANSWERS_AFTER_MS);
}

Object.assign(dns, { lookup });
