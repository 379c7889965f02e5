/**
 * Checks in this browser that a record is as it was recorded: each step from the payload to the signature, as
 * docs/evidence.md computes it by hand. The service's own claims are only input.
 */
import {
  canonicalJson,
  formatHash,
  type JsonValue,
  leafHash,
  parseProofFile,
  parseVerifierKey,
  payloadCommitment,
  verifyProofFile,
} from '@assize/evidence-format';
import type { ArtifactInFull } from '../../client/api.ts';
import { formatCount } from '../ui/money.ts';

export interface Step {
  name: string;
  /** null: the step could not be checked. */
  holds: boolean | null;
  detail: string;
}

/** @param keys of the service, in the form of C2SP signed notes. @param proof C2SP tlog-proof. */
export function stepsOf(record: ArtifactInFull, proof: string, keys: readonly string[]): Step[] {
  const hash = leafHash(record.leaf);
  return [
    payloadStep(record),
    leafStep(record, hash),
    shownStep(record),
    ...signedSteps(record, hash, proof, keys),
  ];
}

function payloadStep({ payload, salt, payload_commitment: commitment }: ArtifactInFull): Step {
  const name = 'The payload is the one that the record commits to';
  if (payload === null || salt === null) {
    return { name, holds: null, detail: 'It was removed, or your role does not show it.' };
  }
  const bytes = Uint8Array.from(salt.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const computed = formatHash(payloadCommitment(bytes, canonicalJson(payload as JsonValue)));
  return { name, holds: computed === commitment, detail: `SHA-256 of salt and payload: ${computed}` };
}

function leafStep({ hash, leaf: _ }: ArtifactInFull, computed: Uint8Array): Step {
  const text = formatHash(computed);
  return { name: 'The leaf has the hash that the chain links to', holds: text === hash, detail: text };
}

const SHOWN = [
  'id',
  'artifact_type',
  'action',
  'verdict',
  'actor',
  'index',
  'payload_commitment',
  'created_at',
  'previous_hash',
] as const;

function shownStep(record: ArtifactInFull): Step {
  const name = 'The leaf says what this page shows';
  const leaf = fieldsOf(record.leaf);
  const other = SHOWN.filter((each) => leaf[each] !== record[each]);
  return {
    name,
    holds: other.length === 0,
    detail: other.length === 0 ? `${SHOWN.length} fields` : other.join(', '),
  };
}

/** Undefined where the text is not a JSON object. */
function fieldsOf(leaf: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(leaf) as object) };
  } catch {
    return {};
  }
}

function signedSteps(
  { index }: ArtifactInFull,
  hash: Uint8Array,
  proof: string,
  keys: readonly string[],
): Step[] {
  const included = 'The record is in the tree of the signed checkpoint';
  const signed = 'A key of the service signed that checkpoint';
  const found = verifyProofFile(proof, hash, keys.map(parseVerifierKey));
  if (found.fault !== null) {
    const isOfTree = found.fault.problem === 'not_included';
    return [
      { name: included, holds: false, detail: found.fault.message },
      { name: signed, holds: isOfTree, detail: isOfTree ? 'The signature holds.' : found.fault.message },
    ];
  }
  const { checkpoint } = found;
  const hashes = parseProofFile(proof).hashes.length;
  return [
    {
      name: included,
      holds: found.index === index,
      detail: `Record ${index} of ${formatCount(checkpoint.size)}, by ${hashes} hashes (RFC 6962)`,
    },
    { name: signed, holds: true, detail: `${checkpoint.origin}, by Ed25519` },
  ];
}
