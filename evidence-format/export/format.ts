/**
 * An exported JSON file, `assize-evidence-export/1`: one object whose members are in this order, so that it can be
 * verified while it is read. Each type says which parts no hash or signature covers; these prove nothing.
 */

import type { JsonObject, JsonValue } from '../canonical/canonical.ts';
import { decodeUtf8 } from '../canonical/json-members.ts';
import type { RawValue } from '../canonical/json-stream.ts';
import { parseJson } from '../canonical/parse.ts';
import { isHashText } from '../platform/sha256.ts';
import { isTreeSize } from '../tree/merkle.ts';
import { readStatedRestore, type StatedRestore } from './restore.ts';

export const EXPORT_FORMAT = 'assize-evidence-export/1';

/** The members of the file: all are required, in this order. Others may come in between and prove nothing. */
export const EXPORT_MEMBERS = [
  'format',
  'manifest',
  'checkpoint',
  'verifier_keys',
  'tiles',
  'segments',
  'end',
] as const;

/** The requested artifacts; null for all. */
export interface ExportFilter {
  /** ISO 8601; the start is inclusive, the end exclusive. */
  from_date: string | null;
  to_date: string | null;
  artifact_types: string[] | null;
}

/** Removed salts and payloads, and the artifact that states the removal. */
export interface ExportRemoval {
  kind: string;
  from_index: number;
  /** Exclusive. */
  to_index: number;
  evidence_id: string;
}

/**
 * The file's claims about itself. `chain`, `tree_size` and `root_hash` must match the signed checkpoint, and
 * `artifact_count` must match the count. Nothing vouches for the rest: the tenant, the time of the file, and the
 * requested filter. Only the artifacts in the file are checked against that filter.
 */
export interface ExportManifest {
  export_id: string;
  tenant: string;
  environment: string;
  chain: string;
  filter: ExportFilter;
  created_at: string;
  tree_size: number;
  root_hash: string;
  artifact_count: number;
  removals: ExportRemoval[];
  /** Restores of older databases, as stated by records of the chain. */
  restores: StatedRestore[];
}

export interface ExportEnd {
  artifact_count: number;
  withheld_count: number;
}

const MANIFEST_MEMBERS = [
  ...['export_id', 'tenant', 'environment', 'chain', 'filter', 'created_at'],
  ...['tree_size', 'root_hash', 'artifact_count', 'removals', 'restores'],
];
const FILTER_MEMBERS = ['from_date', 'to_date', 'artifact_types'];

/** The manifest, and the names of members that this version doesn't know. @throws {SyntaxError} on anything else. */
export function readManifest(value: JsonValue): { manifest: ExportManifest; unknown: string[] } {
  const members = objectOf(value, 'The manifest');
  const { chain, tree_size, root_hash, artifact_count } = members;
  const texts = ['export_id', 'tenant', 'environment', 'chain', 'created_at'];
  if (!texts.every((name) => typeof members[name] === 'string') || chain === '') {
    throw new SyntaxError(`The manifest states as text: ${texts.join(', ')}`);
  }
  if (!isTreeSize(tree_size) || !isTreeSize(artifact_count)) {
    throw new SyntaxError('The manifest states as whole numbers: tree_size, artifact_count');
  }
  if (!isHashText(root_hash)) throw new SyntaxError('The manifest states root_hash as a hash');
  const filter = readFilter(members.filter ?? null);
  const removals = readRemovals(members.removals ?? null);
  const restores = readRestoreClaims(members.restores ?? []);
  const manifest = { ...(members as unknown as ExportManifest), filter, removals, restores };
  return { manifest, unknown: Object.keys(members).filter((name) => !MANIFEST_MEMBERS.includes(name)) };
}

/** An unknown member would narrow the filter in an unknown way, so it is refused. */
function readFilter(value: JsonValue): ExportFilter {
  const members = objectOf(value, 'The filter');
  const { from_date = null, to_date = null, artifact_types = null } = members;
  const isTime = (it: JsonValue) => it === null || (typeof it === 'string' && !Number.isNaN(Date.parse(it)));
  const areTypes =
    artifact_types === null ||
    (Array.isArray(artifact_types) && artifact_types.every((it) => typeof it === 'string'));
  if (!isTime(from_date) || !isTime(to_date) || !areTypes) {
    throw new SyntaxError('The filter has two times and a list of artifact types, or null');
  }
  const unknown = Object.keys(members).filter((name) => !FILTER_MEMBERS.includes(name));
  if (unknown.length > 0) throw new SyntaxError(`This program doesn't know the filter ${unknown.join(', ')}`);
  return { from_date, to_date, artifact_types } as ExportFilter;
}

function readRemovals(value: JsonValue): ExportRemoval[] {
  if (!Array.isArray(value)) throw new SyntaxError('The manifest has a list of removals');
  return value.map((item) => {
    const members = objectOf(item, 'A removal');
    const { kind, from_index, to_index, evidence_id } = members;
    const isRange = isTreeSize(from_index) && isTreeSize(to_index) && from_index < to_index;
    if (!isRange || typeof kind !== 'string' || typeof evidence_id !== 'string') {
      throw new SyntaxError('A removal has kind, from_index, to_index and evidence_id');
    }
    return { kind, from_index, to_index, evidence_id };
  });
}

function readRestoreClaims(value: JsonValue): StatedRestore[] {
  if (!Array.isArray(value)) throw new SyntaxError('restores is a list');
  return value.map((item) => {
    const restore = readStatedRestore(item);
    if (restore !== null) return restore;
    throw new SyntaxError('A restore has index, id, at, sizes, last_signed, by and reason');
  });
}

/** @throws {SyntaxError} on anything else. */
export function readEnd(value: JsonValue): ExportEnd {
  const { artifact_count, withheld_count } = objectOf(value, 'The end');
  if (!isTreeSize(artifact_count) || !isTreeSize(withheld_count)) {
    throw new SyntaxError('The end states artifact_count and withheld_count');
  }
  return { artifact_count, withheld_count };
}

/** The texts of the keys. @throws {SyntaxError} on anything but a list of keys. */
export function readKeyList(value: JsonValue): string[] {
  if (!Array.isArray(value)) throw new SyntaxError('verifier_keys is a list');
  return value.map((item) => {
    const { vkey } = objectOf(item, 'A verifier key');
    if (typeof vkey !== 'string') throw new SyntaxError('A verifier key has vkey');
    return vkey;
  });
}

/** @throws {SyntaxError} if it is not an object. */
export function objectOf(value: JsonValue, what: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new SyntaxError(`${what} is not an object`);
}

export function isFiltered({ from_date, to_date, artifact_types }: ExportFilter): boolean {
  return from_date !== null || to_date !== null || artifact_types !== null;
}

/** A fault that makes the rest of the file meaningless. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** @throws {Unreadable} */
export function refuse(message: string): never {
  throw new Unreadable(message);
}

export function jsonOf({ bytes }: RawValue): JsonValue {
  return parseJson(decodeUtf8(bytes, 0, bytes.length));
}
