/** Verifies the sign-offs in the file of a report: each is a record whose payload has a passkey's signature. */
import { decodeBase64 } from '../canonical/base64.ts';
import { canonicalJson, type JsonObject } from '../canonical/canonical.ts';
import { objectOf } from '../export/format.ts';
import type { Blame } from './contents.ts';
import { commits, readLeaf } from './leaves.ts';
import { type ExceptionsFile, type RecordedSignOff, SIGN_OFF_ACTION, statementOf } from './report-file.ts';
import { challengeOf, faultOfAssertion } from './sign-off.ts';

/** A sign-off whose signature is valid. */
export interface SignedBy {
  name: string;
  memberId: string;
  /** `framework control`, or null for the whole report. */
  control: string | null;
  signedAt: string;
  statement: string;
  evidenceId: string;
}

type SignOff = ExceptionsFile['sign_offs'][number];

/** @param recordedAs the id of the report's record. @returns those whose signature is valid. */
export function checkSignOffs(file: ExceptionsFile, recordedAs: string | null, blame: Blame): SignedBy[] {
  const signed = new Map<string, SignedBy>();
  for (const each of file.sign_offs) {
    const { fault, by } = readSigned(each, file, recordedAs);
    blame(fault);
    if (by === null) continue;
    if (signed.has(by.evidenceId)) blame(`The sign-off ${by.evidenceId} is in the file twice.`);
    signed.set(by.evidenceId, by);
  }
  return [...signed.values()];
}

/** @returns a sentence on what is wrong with it, or who signed. */
function readSigned(
  { leaf: text, salt, payload }: SignOff,
  file: ExceptionsFile,
  recordedAs: string | null,
): { fault: string; by: null } | { fault: null; by: SignedBy } {
  const refuse = (fault: string) => ({ fault, by: null });
  const leaf = readLeaf(text);
  if (leaf === null) return refuse('A sign-off has no leaf that can be read.');
  if (leaf.chain !== file.report.chain) return refuse(`The sign-off ${leaf.id} is of another chain.`);
  // The action is a free text in records of agents and callers, which have other types.
  if (leaf.artifact_type !== 'governance_change' || leaf.action !== SIGN_OFF_ACTION) {
    return refuse(`The record ${leaf.id} is not a sign-off.`);
  }
  if (!commits(leaf, salt, canonicalJson(payload))) {
    return refuse(`The sign-off ${leaf.id} was altered: its leaf commits to another one.`);
  }
  const signOff = readSignOff(payload);
  if (signOff === null) return refuse(`The sign-off ${leaf.id} can't be read.`);
  const { report, report_sha256, member_id, name, control, signed_at, statement } = signOff;
  if (report !== recordedAs || report_sha256 !== file.report_sha256) {
    return refuse(`The sign-off ${leaf.id} is of another report.`);
  }
  if (leaf.actor !== member_id) {
    return refuse(`The sign-off ${leaf.id} names another member than the one who recorded it.`);
  }
  const fault = faultOfPasskey(signOff);
  if (fault !== null) return refuse(`The sign-off ${leaf.id} is not signed: ${fault}.`);
  const on = control === null ? null : `${control.framework} ${control.control}`;
  const by = {
    name,
    memberId: member_id,
    control: on,
    signedAt: signed_at,
    statement,
    evidenceId: leaf.id,
  };
  return { fault: null, by };
}

function readSignOff({ change }: JsonObject): RecordedSignOff | null {
  try {
    const members = objectOf(change ?? null, 'change');
    const passkey = objectOf(members.passkey ?? null, 'passkey');
    const control = members.control === null ? null : objectOf(members.control ?? null, 'control');
    const texts = [
      ...['report', 'report_sha256', 'member_id', 'name', 'statement', 'signed_at'].map(
        (name) => members[name],
      ),
      ...['rp_id', 'public_key', 'authenticator_data', 'client_data_json', 'signature'].map(
        (name) => passkey[name],
      ),
      ...(control === null ? [] : [control.framework, control.control]),
    ];
    return texts.every((text) => typeof text === 'string') ? (members as unknown as RecordedSignOff) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Why the passkey of a sign-off did not sign it; null where it did. @param origin of the page; any by default. */
export function faultOfPasskey(signOff: RecordedSignOff, origin?: string): string | null {
  const { rp_id: rpId, public_key, authenticator_data, client_data_json, signature } = signOff.passkey;
  const [publicKey, authenticatorData, clientDataJson, signed] = [
    public_key,
    authenticator_data,
    client_data_json,
    signature,
  ].map(decodeBase64);
  if (!publicKey || !authenticatorData || !clientDataJson || !signed) return 'a part of it is not base64';
  const assertion = { publicKey, authenticatorData, clientDataJson, signature: signed };
  const challenge = challengeOf(statementOf(signOff));
  return faultOfAssertion(assertion, { challenge, rpId, ...(origin === undefined ? {} : { origin }) });
}
