/** Describes a backup: when and by which program it was made, how far each chain reaches, and the hash of each file. */
import { type JsonValue, parseJson } from '@assize/evidence-format';

export const MANIFEST = 'manifest.json';
const FORMAT = 'assize-backup/1';

export interface BackedUpChain {
  /** The published name, such as `chn_…`. */
  chain: string;
  tenant: string;
  environment: string;
  size: number;
  /** `sha256:` and hex digits. */
  headHash: string;
  /** The signed note that was published last, verbatim; null if there was none. */
  checkpoint: string | null;
}

export interface BackedUpFile {
  name: string;
  bytes: number;
  /** Hex digits. */
  sha256: string;
}

export interface Manifest {
  /** ISO 8601, before the database was read. */
  createdAt: string;
  programVersion: string;
  database: 'sqlite' | 'postgres';
  databaseVersion: string;
  /** The last migration that had run. */
  migration: number;
  chains: BackedUpChain[];
  files: BackedUpFile[];
}

/** A backup that can't be used, with the reason. */
export class BackupFault extends Error {}

export function formatManifest({
  createdAt,
  programVersion,
  databaseVersion,
  ...manifest
}: Manifest): string {
  const { database, migration, files } = manifest;
  const chains = manifest.chains.map(({ headHash: head_hash, ...chain }) => ({ ...chain, head_hash }));
  const fields = {
    format: FORMAT,
    created_at: createdAt,
    program_version: programVersion,
    database,
    database_version: databaseVersion,
    migration,
    chains,
    files,
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** @throws {BackupFault} */
export function readManifest(text: string): Manifest {
  const whole = objectOf(parsed(text));
  if (whole.format !== FORMAT) throw new BackupFault(`Its ${MANIFEST} is not in the format ${FORMAT}.`);
  const database = textOf(whole.database);
  if (database !== 'sqlite' && database !== 'postgres') throw damaged();
  return {
    createdAt: timeOf(whole.created_at),
    programVersion: textOf(whole.program_version),
    database,
    databaseVersion: textOf(whole.database_version),
    migration: countOf(whole.migration),
    chains: listOf(whole.chains).map((item) => ({
      chain: textOf(item.chain),
      tenant: textOf(item.tenant),
      environment: textOf(item.environment),
      size: countOf(item.size),
      headHash: textOf(item.head_hash),
      checkpoint: item.checkpoint === null ? null : textOf(item.checkpoint),
    })),
    files: listOf(whole.files).map((item) => ({
      name: textOf(item.name),
      bytes: countOf(item.bytes),
      sha256: textOf(item.sha256),
    })),
  };
}

type Members = Record<string, JsonValue | undefined>;

function parsed(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    throw damaged();
  }
}

function objectOf(value: JsonValue | undefined): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw damaged();
  return value;
}

function listOf(value: JsonValue | undefined): Members[] {
  if (!Array.isArray(value)) throw damaged();
  return value.map(objectOf);
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value !== 'string') throw damaged();
  return value;
}

function countOf(value: JsonValue | undefined): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw damaged();
  return value;
}

function timeOf(value: JsonValue | undefined): string {
  const text = textOf(value);
  if (Number.isNaN(Date.parse(text))) throw damaged();
  return text;
}

function damaged(): BackupFault {
  return new BackupFault(`Its ${MANIFEST} is damaged.`);
}
