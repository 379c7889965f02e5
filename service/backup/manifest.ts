/** Describes a backup: when and by which program it was made, how far each chain reaches, and the hash of each file. */
import { parseJson } from '@assize/evidence-format';

export const MANIFEST = 'manifest.json';
const FORMAT = 'assize-backup/1';

export interface BackedUpChain {
  /** The published name, such as `chn_…`. */
  chain: string;
  tenant: string;
  environment: string;
  size: number;
  /** The signed note that was published last, verbatim; null if there was none. */
  checkpoint: string | null;
  /** `sha256:` and hex digits. */
  head_hash: string;
}

export interface BackedUpFile {
  name: string;
  bytes: number;
  /** Hex digits. */
  sha256: string;
}

/** As its file has it. */
export interface Manifest {
  /** ISO 8601, before the database was read. */
  created_at: string;
  program_version: string;
  database: 'sqlite' | 'postgres';
  database_version: string;
  /** The last migration that had run. */
  migration: number;
  chains: BackedUpChain[];
  files: BackedUpFile[];
}

/** A backup that can't be used, with the reason. */
export class BackupFault extends Error {}

export function formatManifest(manifest: Manifest): string {
  return `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;
}

/** @throws {BackupFault} */
export function readManifest(text: string): Manifest {
  const whole = parsed(text);
  if (!isObject(whole)) throw damaged();
  if (whole.format !== FORMAT) throw new BackupFault(`Its ${MANIFEST} is not in the format ${FORMAT}.`);
  if (!isOf<Manifest>(whole, FORM)) throw damaged();
  return whole;
}

type Form<T> = Readonly<Record<keyof T, (value: unknown) => boolean>>;

const isText = (value: unknown) => typeof value === 'string';
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const CHAIN: Form<BackedUpChain> = {
  chain: isText,
  tenant: isText,
  environment: isText,
  size: isCount,
  checkpoint: (value) => value === null || isText(value),
  head_hash: isText,
};
const FILE: Form<BackedUpFile> = { name: isText, bytes: isCount, sha256: isText };
const FORM: Form<Manifest> = {
  created_at: (value) => isText(value) && !Number.isNaN(Date.parse(String(value))),
  program_version: isText,
  database: (value) => value === 'sqlite' || value === 'postgres',
  database_version: isText,
  migration: isCount,
  chains: (value) => Array.isArray(value) && value.every((chain) => isOf(chain, CHAIN)),
  files: (value) => Array.isArray(value) && value.every((file) => isOf(file, FILE)),
};

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOf<T>(value: unknown, form: Form<T>): value is T {
  const parts = Object.entries<(value: unknown) => boolean>(form);
  return isObject(value) && parts.every(([name, isPart]) => isPart(value[name]));
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw damaged();
  }
}

function damaged(): BackupFault {
  return new BackupFault(`Its ${MANIFEST} is damaged.`);
}
