/** Forgeries of the file of a report by someone with genuine parts of other files, and the reasons that verification gives. */
import { type Signer, signNote } from '@assize/evidence-format';
import { type ForgedLog, forgedLog } from '../support/compliance/forged-logs.ts';

// biome-ignore lint/suspicious/noExplicitAny: it is altered anywhere
type Part = any;

export interface ForgersWorld {
  /** Files: of another report of the chain, and of one of another tenant. */
  other: Part;
  foreign: Part;
  /** The texts of all leaves of the chain. */
  leaves: readonly string[];
  /** The service's key under the name of this chain, and of the other tenant's. */
  signer: Signer;
  foreignSigner: Signer;
}

type Forgery = [what: string, forge: (file: Part, world: ForgersWorld) => void, reason: RegExp];

export const FORGED_SIGN_OFFS: Forgery[] = [
  [
    "another report's sign-off, whole",
    (file, { other }) => {
      file.sign_offs = other.sign_offs;
    },
    /sign-off ev_\w+ is of another report/,
  ],
  [
    "another tenant's sign-off",
    (file, { foreign }) => {
      file.sign_offs.push(foreign.sign_offs[0]);
    },
    /sign-off ev_\w+ is of another chain/,
  ],
  [
    'a sign-off twice',
    (file) => {
      file.sign_offs.push(file.sign_offs[0]);
    },
    /sign-off ev_\w+ is in the file twice/,
  ],
  [
    'another record as a sign-off',
    (file) => {
      file.sign_offs = [{ ...file.recorded, payload: file.report }];
    },
    /record ev_\w+ is not a sign-off/,
  ],
];

export const FORGED_SEALS: Forgery[] = [
  [
    "the seal of another tenant's log, by the same key",
    (file, { foreign }) => {
      file.sealed_by = foreign.sealed_by;
      file.verifier_keys.push(...foreign.verifier_keys);
    },
    /seal is of another chain/,
  ],
  [
    'the same under a key that the file does not list',
    (file, { foreign }) => {
      file.sealed_by = foreign.sealed_by;
    },
    /seal .*is not signed/,
  ],
  [
    "another log's text, signed by this chain's key",
    (file, { leaves, signer, foreignSigner }) => {
      const note = forgedLog(leaves, foreignSigner).note;
      file.sealed_by = signNote(note.slice(0, note.indexOf('\n\n') + 1), signer);
    },
    /seal .*is not signed/,
  ],
  [
    "the report's own checkpoint as the seal",
    (file) => {
      file.sealed_by = file.report.checkpoint.note;
    },
    /seal is older than the record ev_\w+ of the report/,
  ],
  [
    'a seal older than the checkpoint',
    (file, { leaves, signer }) => {
      file.sealed_by = forgedLog(leaves.slice(0, file.report.tree_size - 1), signer).note;
    },
    /seal is older than the report's checkpoint/,
  ],
  [
    'a seal from before the sign-off',
    (file, { leaves, signer }) => {
      const { index } = JSON.parse(file.recorded.leaf);
      sealWith(file, forgedLog(leaves.slice(0, index + 1), signer));
    },
    /seal is older than the sign-off ev_\w+/,
  ],
  [
    'a seal of another history, with the proofs of it',
    (file, { leaves, signer }) => {
      const forked = leaves.with(1, leaves[1]?.replace(/"actor":"[^"]*"/, '"actor":"another"') ?? '');
      sealWith(file, forgedLog(forked, signer));
    },
    /does not show that the seal's tree begins with that of the report's checkpoint/,
  ],
  [
    'no consistency proof',
    (file) => {
      delete file.consistency_proof;
    },
    /The consistency proof is not a list of hashes/,
  ],
  [
    'an empty consistency proof',
    (file) => {
      file.consistency_proof = [];
    },
    /does not show that the seal's tree begins/,
  ],
];

export function sealWith(file: Part, log: ForgedLog): void {
  file.sealed_by = log.note;
  if (file.report.tree_size <= log.size) file.consistency_proof = log.growthFrom(file.report.tree_size);
  for (const sealed of [file.recorded, ...file.sign_offs]) {
    const { index } = JSON.parse(sealed.leaf);
    if (index < log.size) sealed.proof = log.proofOf(index);
  }
}

/** Alterations of what the report says, as consistent as a forger can make them. */
export const FORGED_CONTENTS: [what: string, forge: (report: Part, world: ForgersWorld) => void][] = [
  [
    'an exception removed and its count lowered',
    ({ exceptions }) => {
      const kind = exceptions.find(({ count }: Part) => count > 0);
      kind.listed.pop();
      kind.count -= 1;
    },
  ],
  [
    'the sample of another seed',
    (report, { other }) => {
      report.sample = other.report.sample;
    },
  ],
  [
    'a smaller population',
    ({ population, sample }) => {
      population.outside += 1;
      population.count -= 1;
      population.by_type.governance_eval -= 1;
      sample.population_size -= 1;
    },
  ],
  [
    "a control's owner renamed",
    ({ controls }) => {
      controls[0].owner = 'mbr_000000000000000000000000';
    },
  ],
  [
    'another period',
    ({ period }) => {
      period.from = '2020-01-01T00:00:00.000Z';
    },
  ],
  [
    'another maker',
    (report) => {
      report.made_by = 'mbr_000000000000000000000000';
    },
  ],
];

/** Adds the genuine proofs of records that only another file has. */
export function withProofs(file: Part, { other, leaves, signer }: ForgersWorld): void {
  const log = forgedLog(leaves.slice(0, file.report.tree_size), signer);
  const has = new Set(file.records.map(({ index }: Part) => index));
  for (const { index, leaf } of other.records) {
    if (!has.has(index) && index < log.size) file.records.push({ index, leaf, proof: log.proofOf(index) });
  }
}
