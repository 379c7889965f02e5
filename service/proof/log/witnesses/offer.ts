/** Offers one checkpoint to one witness (C2SP tlog-witness), and keeps the cosignature that it gives. */
import { cosignaturesOf, encodeBase64, unopenedNote, type VerifierKey } from '@assize/evidence-format';
import type { Database } from '../../../database/open.ts';
import type { Answer, Sender } from '../../../webhooks/sending/index.ts';
import type { TreeDeps } from '../chain-tree.ts';
import { proveGrowth } from '../checkpointed-tree.ts';
import type { SignedCheckpoint } from '../checkpoints.ts';

/** Someone else who vouches for having seen the log, as the operator names them. */
export interface Witness extends VerifierKey {
  /** The submission prefix, without a slash at its end. */
  url: string;
}

export interface OfferDeps extends TreeDeps {
  db: Database;
  sender: Sender;
}

/** The answer of a witness to a checkpoint. */
export interface Offered {
  /** Its signature line; null if it gave none. */
  line: string | null;
  /** When it says that it had seen the checkpoint, ms since the epoch. */
  at: number | null;
  /** null where it cosigned. */
  error: string | null;
  /** It says that it has seen another history than ours. */
  disagrees: boolean;
  /** How long it wants to be left alone, ms. */
  afterMs: number | null;
  /** False where no answer came at all. */
  isThere: boolean;
}

/** C2SP tlog-witness, add-checkpoint: the answer to an old size that is not the witness's. */
const CONFLICT = 409;
const SAID: Record<number, string> = {
  400: 'The witness could not read the request.',
  403: 'The witness does not trust the key that signs checkpoints of this chain.',
  404: 'The witness does not know this chain: give it the verifier key.',
  422: 'The witness says that the chain does not continue what it has cosigned before.',
  429: 'The witness has had too many requests.',
};
const UNPROCESSABLE = 422;

/** @param from the size that the witness has cosigned, as far as is known. */
export async function offer(
  deps: OfferDeps,
  chain: number,
  witness: Witness,
  checkpoint: SignedCheckpoint,
  from: number,
): Promise<Offered> {
  const answer = await submit(deps, chain, witness, checkpoint, from);
  const theirs = answer.status === CONFLICT ? sizeIn(answer) : null;
  // It has cosigned at another size than is known here, as after a restart or by another node.
  if (theirs === null || theirs === from || theirs > checkpoint.size)
    return judged(witness, checkpoint, answer, theirs);
  const again = await submit(deps, chain, witness, checkpoint, theirs);
  return judged(witness, checkpoint, again, again.status === CONFLICT ? sizeIn(again) : null);
}

async function submit(
  { db, kind, sender }: OfferDeps,
  chain: number,
  { url }: Witness,
  checkpoint: SignedCheckpoint,
  from: number,
): Promise<Answer> {
  const isGrowth = from > 0 && from < checkpoint.size;
  const { hashes } = isGrowth ? await proveGrowth({ db, kind, chain, checkpoint }, from) : { hashes: [] };
  const body = [`old ${from}`, ...hashes.map(encodeBase64), '', checkpoint.note].join('\n');
  const target = { url: `${url}/add-checkpoint`, environment: 'production' as const };
  return sender.send(target, { 'content-type': 'text/plain; charset=utf-8' }, body);
}

function judged(
  witness: Witness,
  checkpoint: SignedCheckpoint,
  answer: Answer,
  theirs: number | null,
): Offered {
  const { status, error, retryAfterMs: afterMs } = answer;
  const nothing = { line: null, at: null, afterMs, isThere: status !== null };
  if (status === CONFLICT && theirs !== null) {
    const message =
      theirs > checkpoint.size
        ? `The witness has seen ${theirs} records, and the chain has ${checkpoint.size}.`
        : `The witness has seen another history of the first ${theirs} records.`;
    return { ...nothing, error: message, disagrees: true };
  }
  if (error !== null) {
    const said = (status === null ? undefined : SAID[status]) ?? error;
    return { ...nothing, error: said, disagrees: status === UNPROCESSABLE };
  }
  return readLine(witness, checkpoint, textOf(answer), afterMs);
}

/** Only the line of this witness, and only if its signature is right. */
function readLine(
  witness: Witness,
  { note }: SignedCheckpoint,
  body: string,
  afterMs: number | null,
): Offered {
  const unsigned = note.slice(0, note.lastIndexOf('\n\n') + 2);
  for (const line of body.split('\n')) {
    const read = unopenedNote(`${unsigned}${line}\n`);
    if (typeof read === 'string') continue;
    const [cosignature] = cosignaturesOf(read.text, read.signatures, [witness]).valid;
    if (cosignature === undefined) continue;
    return {
      ...{ line: `${line}\n`, at: cosignature.at * 1000, error: null },
      ...{ disagrees: false, afterMs, isThere: true },
    };
  }
  const error = 'The witness answered without a cosignature of its own on this checkpoint.';
  return { line: null, at: null, error, disagrees: false, afterMs, isThere: true };
}

function sizeIn(answer: Answer): number | null {
  const digits = /^(0|[1-9]\d{0,15})\n?$/.exec(textOf(answer))?.[1];
  return digits === undefined ? null : Number(digits);
}

function textOf({ response }: Answer): string {
  return Buffer.from(response ?? []).toString('utf8');
}
