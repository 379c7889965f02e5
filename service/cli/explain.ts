/** Explains error codes of the system and of PostgreSQL in words that say where, and what to try. */
import { placeOf } from '../database/installation/installation.ts';
import type { DatabaseLocation } from '../database/location.ts';
import { Failure } from '../foundation/failure.ts';
import { listenerOn } from './listener.ts';

interface Coded extends Error {
  code?: unknown;
  syscall?: unknown;
  path?: unknown;
  address?: unknown;
  port?: unknown;
}

/** @param database the one that the command uses. @returns the error itself where there is no better explanation. */
export function explain(error: unknown, database?: DatabaseLocation): unknown {
  const isUnavailable = error instanceof Failure && error.code === 'unavailable';
  if (isUnavailable && error.cause instanceof Error && database !== undefined) {
    return new Error(databaseProblem(database, error.cause), { cause: error });
  }
  if (!(error instanceof Error) || error instanceof Failure) return error;
  const words = systemProblem(error);
  return words === null ? error : new Error(words, { cause: error });
}

const LISTENING: Record<string, (host: string, port: string) => string> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} of ${host} is in use by ${listenerOn(Number(port)) ?? 'another program, perhaps another Assize'}. Stop it, or set ASSIZE_PORT to another port`,
  EACCES: (_host, port) =>
    `This user may not listen on port ${port}. Set ASSIZE_PORT to one above 1023, or let the user bind low ports`,
  EADDRNOTAVAIL: (host) =>
    `This machine does not have the address ${host}. Set ASSIZE_HOST to one that it has, or to 0.0.0.0 for all of them`,
  ENOTFOUND: (host) => `${host} is neither an address nor a known name. Set ASSIZE_HOST to another`,
};

const FILES: Record<string, (file: string) => string> = {
  ENOENT: (file) => `There is no file or folder ${file}`,
  EACCES: (file) => `This user may not use ${file}`,
  EPERM: (file) => `This user may not change ${file}`,
  EEXIST: (file) => `${file} already exists`,
  EISDIR: (file) => `${file} is a folder, and a file is needed`,
  ENOTDIR: (file) => `A part of ${file} is a file where a folder is needed`,
  ENOSPC: (file) => `There is no space left for ${file}`,
  EROFS: (file) => `${file} is on a read-only disk`,
};

function systemProblem(error: Coded): string | null {
  const { code, syscall, path, address, port } = error;
  if (typeof code !== 'string') return null;
  const isListening = syscall === 'listen' || syscall === 'getaddrinfo';
  const host = (error as { hostname?: unknown }).hostname ?? address;
  if (isListening && Object.hasOwn(LISTENING, code)) {
    return `${LISTENING[code]?.(String(host), String(port))} (${code}).`;
  }
  if (typeof path === 'string' && Object.hasOwn(FILES, code)) return `${FILES[code]?.(path)} (${code}).`;
  return null;
}

/** By SQLSTATE (PostgreSQL, appendix A) or by the system's code. */
const POSTGRES: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Start it, or check host and port',
  ENOTFOUND: 'that host name is not known. Check its spelling, and the DNS',
  EAI_AGAIN: 'the DNS does not answer for that host name. Try again, or name an address',
  ENOENT: 'the socket does not exist. Start it, or check the folder',
  ETIMEDOUT: 'it does not answer. Check host and port, and firewalls in between',
  EHOSTUNREACH: 'no network leads there. Check host and port',
  ENETUNREACH: 'no network leads there. Check host and port',
  ECONNRESET: 'it closed the connection. Check that this is PostgreSQL, and its log',
  '28P01': 'it refused the user or the password. Check both',
  '28000': 'it refused the user. Check the user, and pg_hba.conf on the server',
  '3D000': 'there is no such database. Create it, or name another',
  '42501': 'the user may not create tables there. Grant it, or name another user',
  '53300': 'it has no connection left. Raise max_connections, or stop what holds them',
  '57P03': 'it is starting or stopping. Try again in a moment',
  '55P03':
    'another session holds a table that has to be changed, such as a backup. Try again once it has ended',
  '25006': 'it is read-only. Name the primary, not a standby',
};
const TIMED_OUT = /timeout/i;
const WITHOUT_TLS = /does not support SSL/i;
const TLS_CODES = /CERT|_SIGNATURE|^ERR_(?:TLS|SSL)/;

function databaseProblem(database: DatabaseLocation, cause: Coded): string {
  const place = placeOf(database);
  if (database.kind === 'sqlite') {
    return `The database ${place} can't be used: ${cause.message}. Check the disk, and who owns the file.`;
  }
  const code = codeOf(cause);
  const known = Object.hasOwn(POSTGRES, code) ? POSTGRES[code] : undefined;
  return `PostgreSQL at ${place} can't be used: ${known ?? otherProblem(cause, code)} (ASSIZE_DATABASE_URL${code === '' ? '' : `; ${code}`}).`;
}

function otherProblem(cause: Coded, code: string): string {
  if (WITHOUT_TLS.test(cause.message))
    return 'it does not use TLS. Set sslmode=disable, or turn TLS on there';
  if (TLS_CODES.test(code))
    return `its certificate is not trusted (${cause.message}). Name it with sslrootcert`;
  if (TIMED_OUT.test(cause.message)) return POSTGRES.ETIMEDOUT ?? '';
  return cause.message;
}

/** A host with several addresses fails with an error for each. */
function codeOf(cause: Coded): string {
  const [first] = cause instanceof AggregateError ? (cause.errors as Coded[]) : [];
  const code = cause.code ?? first?.code;
  return typeof code === 'string' ? code : '';
}
