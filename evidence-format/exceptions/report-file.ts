/**
 * The file of a report of exceptions, `assize-exceptions-report/1`: the report as it was recorded, the leaves of all
 * records that it names with their proofs, and the sign-offs. The report is the payload of a record of the same chain.
 */
import type { JsonObject, JsonValue } from '../canonical/canonical.ts';
import { objectOf } from '../export/format.ts';
import { isTreeSize } from '../tree/merkle.ts';

export const EXCEPTIONS_FORMAT = 'assize-exceptions-report/1';
/** The action of the record that is the report, of type `compliance_check`. */
export const EXCEPTIONS_ACTION = 'exceptions';
/** The action of the record of a sign-off, of type `governance_change`. */
export const SIGN_OFF_ACTION = 'compliance.sign_off';

/** A record that the report names: an exception, one of a sample, or a step of its trail. */
export interface ListedRecord {
  /** null where the evidence has no record of it. */
  evidence_id: string | null;
  index: number | null;
  /** ISO 8601. */
  at: string;
}

export interface DrawnRecord extends ListedRecord {
  /** Its number in the population, from 0. */
  ordinal: number;
  index: number;
  artifact_type: string;
  who: string;
  action: string | null;
  verdict: string | null;
  trail: ListedRecord[];
}

/** The parts of a report that are verified. The rest is in it too, and is as it was recorded. */
export interface ExceptionsReport {
  period: { from: string; to: string };
  chain: string;
  tree_size: number;
  /** null for an empty chain. */
  checkpoint: { tree_size: number; root_hash: string; signed_at: string; note: string } | null;
  exceptions: { kind: string; count: number; listed: ListedRecord[] }[];
  population: {
    /** The records of the period: the first and the last index; null where there is none. */
    first: number | null;
    last: number | null;
    count: number;
    /** Records between the two whose time is outside the period, since clocks can jump. */
    outside: number;
    by_type: Record<string, number>;
  };
  sample: {
    /** An artifact type, or `all`. */
    population: string;
    population_size: number;
    method: string;
    seed: string;
    size_wanted: number;
    drawn: DrawnRecord[];
  };
}

/** A record with what its leaf commits to. */
export interface OpenedRecord {
  /** The text of the leaf. */
  leaf: string;
  /** Hex. */
  salt: string;
  /** Base64 hashes of the inclusion proof in the tree of `sealed_by`. */
  proof: string[];
}

export interface ProvenRecord {
  index: number;
  leaf: string;
  /** Base64 hashes of the inclusion proof in the tree of the report's checkpoint. */
  proof: string[];
}

export interface ExceptionsFile {
  format: typeof EXCEPTIONS_FORMAT;
  report: ExceptionsReport;
  /** SHA-256 of the canonical form of the report. */
  report_sha256: string;
  recorded: OpenedRecord;
  /** The note of a later checkpoint, which covers the record of the report and those of its sign-offs. */
  sealed_by: string;
  /** Base64 hashes of the proof that the tree of `sealed_by` begins with that of the report's checkpoint. */
  consistency_proof: string[];
  verifier_keys: { vkey: string }[];
  records: ProvenRecord[];
  sign_offs: (OpenedRecord & { payload: JsonObject })[];
}

/** The statement of a person by a sign-off. */
export interface SignOffStatement {
  report: string;
  report_sha256: string;
  /** null for the report as a whole. */
  control: { framework: string; control: string } | null;
  member_id: string;
  name: string;
  statement: string;
  comment: string | null;
  /** ISO 8601. */
  signed_at: string;
}

export interface RecordedSignOff extends SignOffStatement {
  passkey: {
    rp_id: string;
    /** Base64, as are the others. */
    public_key: string;
    authenticator_data: string;
    client_data_json: string;
    signature: string;
  };
}

/** The statement within a recorded sign-off: all of it but the signature. */
export function statementOf({ passkey: _, ...statement }: RecordedSignOff): JsonObject {
  return statement as unknown as JsonObject;
}

/** @throws {SyntaxError} where a part that is verified is missing or of another kind. */
export function readExceptionsFile(value: JsonValue): ExceptionsFile {
  const file = objectOf(value, 'The file');
  if (file.format !== EXCEPTIONS_FORMAT) throw new SyntaxError(`The file is not ${EXCEPTIONS_FORMAT}`);
  const report = objectOf(file.report ?? null, 'The report');
  requireReport(report);
  requireTexts(file, ['report_sha256', 'sealed_by'], 'The file');
  const recorded = objectOf(file.recorded ?? null, 'recorded');
  requireTexts(recorded, ['leaf', 'salt'], 'recorded');
  requireProof(recorded);
  requireHashes(file.consistency_proof, 'The consistency proof');
  for (const key of listOf(file, 'verifier_keys')) requireTexts(key, ['vkey'], 'A verifier key');
  for (const record of listOf(file, 'records')) {
    requireTexts(record, ['leaf'], 'A record');
    requireNumbers(record, ['index'], 'A record');
    requireProof(record);
  }
  for (const signOff of listOf(file, 'sign_offs')) {
    requireTexts(signOff, ['leaf', 'salt'], 'A sign-off');
    requireProof(signOff);
    objectOf(signOff.payload ?? null, 'The payload of a sign-off');
  }
  return file as unknown as ExceptionsFile;
}

function requireReport(report: JsonObject): void {
  const period = objectOf(report.period ?? null, 'The period');
  requireTexts(period, ['from', 'to'], 'The period');
  if (![period.from, period.to].every((time) => !Number.isNaN(Date.parse(String(time))))) {
    throw new SyntaxError('The period has two times');
  }
  requireTexts(report, ['chain'], 'The report');
  requireNumbers(report, ['tree_size'], 'The report');
  if (report.checkpoint !== null) {
    const checkpoint = objectOf(report.checkpoint ?? null, 'The checkpoint');
    requireTexts(checkpoint, ['root_hash', 'note'], 'The checkpoint');
    requireNumbers(checkpoint, ['tree_size'], 'The checkpoint');
  }
  for (const part of listOf(report, 'exceptions')) {
    requireTexts(part, ['kind'], 'A kind of exception');
    requireNumbers(part, ['count'], 'A kind of exception');
    for (const listed of listOf(part, 'listed')) requireListed(listed);
  }
  requirePopulation(objectOf(report.population ?? null, 'The population'));
  const sample = objectOf(report.sample ?? null, 'The sample');
  requireTexts(sample, ['population', 'method', 'seed'], 'The sample');
  requireNumbers(sample, ['population_size', 'size_wanted'], 'The sample');
  for (const drawn of listOf(sample, 'drawn')) {
    requireListed(drawn);
    requireNumbers(drawn, ['ordinal', 'index'], 'A record of the sample');
    requireTexts(drawn, ['artifact_type', 'who'], 'A record of the sample');
    for (const step of listOf(drawn, 'trail')) requireListed(step);
  }
}

function requireProof({ proof }: JsonObject): void {
  requireHashes(proof, 'The proof of a record');
}

function requireHashes(proof: JsonValue | undefined, what: string): void {
  if (!Array.isArray(proof) || !proof.every((hash) => typeof hash === 'string')) {
    throw new SyntaxError(`${what} is not a list of hashes`);
  }
}

function requirePopulation(population: JsonObject): void {
  requireNumbers(population, ['count', 'outside'], 'The population');
  if (population.first !== null || population.last !== null) {
    requireNumbers(population, ['first', 'last'], 'The population');
  }
  const byType = objectOf(population.by_type ?? null, 'The counts by type');
  requireNumbers(byType, Object.keys(byType), 'A count by type');
}

function requireListed(listed: JsonObject): void {
  requireTexts(listed, ['at'], 'A listed record');
  const { evidence_id: id = null, index = null } = listed;
  if (id === null && index === null) return;
  requireTexts(listed, ['evidence_id'], 'A listed record');
  requireNumbers(listed, ['index'], 'A listed record');
}

function listOf(members: JsonObject, name: string): JsonObject[] {
  const list = members[name];
  if (!Array.isArray(list)) throw new SyntaxError(`${name} is not a list`);
  return list.map((item) => objectOf(item, `A part of ${name}`));
}

function requireTexts(members: JsonObject, names: readonly string[], what: string): void {
  const missing = names.find((name) => typeof members[name] !== 'string');
  if (missing !== undefined) throw new SyntaxError(`${what} states ${missing} as text`);
}

function requireNumbers(members: JsonObject, names: readonly string[], what: string): void {
  const missing = names.find((name) => !isTreeSize(members[name]));
  if (missing !== undefined) throw new SyntaxError(`${what} states ${missing} as a whole number`);
}
