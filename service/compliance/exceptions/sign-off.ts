/**
 * Signs a report off: a member states that they have reviewed it, or one control, and their passkey signs the hash of that
 * statement. The signature is evidence, and verifies without the service.
 */
import {
  base64url,
  canonicalJson,
  challengeOf,
  decodeBase64,
  encodeBase64,
  faultOfPasskey,
  isPasskeyKey,
  type JsonObject,
  type RecordedSignOff,
  SIGN_OFF_ACTION,
  type SignOffStatement,
} from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { type ChangeDeps, changesOf, recordChange, stampNow } from '../../evidence/changes/index.ts';
import { Failure } from '../../foundation/failure.ts';
import type { Principal } from '../../keys/index.ts';
import { pagesAt } from '../../members/identity/index.ts';
import { findMember } from '../../members/index.ts';
import { titleOf } from '../controls/index.ts';
import { type FoundReport, findReport } from './find.ts';

export interface SignOffDeps extends ChangeDeps {
  db: Database;
  config: { baseUrl: string };
}

export interface SignOffSubject {
  reportId: string;
  /** null for the whole report. */
  control: { framework: string; control: string } | null;
  comment: string | null;
}

export interface PreparedSignOff {
  statement: SignOffStatement;
  /** Base64url, as are the ids of the passkeys. */
  challenge: string;
  rpId: string;
  passkeys: string[];
}

/** The answer of a browser, in base64. */
export type GivenAssertion = Pick<
  RecordedSignOff['passkey'],
  'authenticator_data' | 'client_data_json' | 'signature'
> & { credential_id: string };

export interface RecordedSigning {
  evidenceId: string;
  signOff: RecordedSignOff;
}

/** How long a prepared statement can be signed. */
const PATIENCE_MS = 10 * 60_000;
const NO_PASSKEY = 'You sign with a passkey: add one to your account, then sign here.';
/** Some computers make RSA keys. */
const NO_USABLE_PASSKEY =
  'Your passkey has a kind of key that can’t sign here. Add one that is on a telephone or a security key to your account.';
const OF_THE_REPORT = 'I have reviewed this report of exceptions.';
const OF_A_CONTROL = 'I have reviewed this control for the period of this report.';

/** @throws {Failure} `not_found`; `forbidden` without a session; `conflict` without a passkey, or where it was signed. */
export async function prepareSignOff(
  deps: SignOffDeps,
  principal: Principal,
  subject: SignOffSubject,
): Promise<PreparedSignOff> {
  const report = await findReport(deps.db, principal.chain, subject.reportId);
  const statement = statedBy(principal, report, subject, deps.clock.now());
  await refuseSecond(deps.db, principal.chain, statement);
  const passkeys = await passkeysOf(deps.db, principal);
  const usable = passkeys.filter(({ public_key }) => {
    const key = decodeBase64(public_key);
    return key !== null && isPasskeyKey(key);
  });
  if (usable.length === 0) {
    throw Failure.conflict('no_passkey', passkeys.length === 0 ? NO_PASSKEY : NO_USABLE_PASSKEY);
  }
  return {
    statement,
    challenge: base64url(challengeOf(statement as unknown as JsonObject)),
    rpId: relyingParty(deps).rpId,
    passkeys: usable.map(({ credential_id }) => credential_id),
  };
}

/** @throws {Failure} as {@link prepareSignOff}; `invalid` where the statement is another one, or its signature is not valid. */
export async function signOff(
  deps: SignOffDeps,
  principal: Principal,
  { signedAt, ...subject }: SignOffSubject & { signedAt: number },
  { credential_id, ...assertion }: GivenAssertion,
): Promise<RecordedSigning> {
  const { db, clock } = deps;
  const nowMs = clock.now();
  if (signedAt > nowMs || signedAt < nowMs - PATIENCE_MS) {
    throw invalid(['signed_at'], 'Input should be the time of a statement of the last 10 minutes');
  }
  const report = await findReport(db, principal.chain, subject.reportId);
  const statement = statedBy(principal, report, subject, signedAt);
  const passkey = (await passkeysOf(db, principal)).find((each) => each.credential_id === credential_id);
  if (passkey === undefined) throw invalid(['credential_id'], 'Input should be the id of a passkey of yours');
  const { rpId, origin } = relyingParty(deps);
  const signed = { ...statement, passkey: { rp_id: rpId, public_key: passkey.public_key, ...assertion } };
  const fault = faultOfPasskey(signed, origin);
  if (fault !== null) throw invalid(['signature'], `Input should sign the statement: ${fault}`);
  await refuseSecond(db, principal.chain, statement);
  const stamp = stampNow(deps);
  const change = signed as unknown as JsonObject;
  await recordChange(deps, {
    chain: principal.chain,
    stamp,
    action: SIGN_OFF_ACTION,
    actor: principal,
    change,
    statements: [],
  });
  return { evidenceId: stamp.id, signOff: signed };
}

/** The sign-offs of a report, in the order of the chain; those whose record was removed are left out. */
export async function signOffsOf(db: Database, chain: number, reportId: string): Promise<RecordedSigning[]> {
  const found: RecordedSigning[] = [];
  for await (const page of changesOf(db, chain, [SIGN_OFF_ACTION])) {
    for (const { id, change } of page) {
      if (change?.report === reportId)
        found.push({ evidenceId: id, signOff: change as unknown as RecordedSignOff });
    }
  }
  return found;
}

function statedBy(
  { member, party }: Principal,
  { evidenceId, sha256 }: FoundReport,
  { control, comment }: SignOffSubject,
  at: number,
): SignOffStatement {
  if (member === null)
    throw new Failure('forbidden', 'Only a member who is signed in can sign: a key is not a person.');
  if (control !== null) titleOf(control);
  return {
    report: evidenceId,
    report_sha256: sha256,
    control: control && { framework: control.framework, control: control.control },
    member_id: party,
    name: member.name,
    statement: control === null ? OF_THE_REPORT : OF_A_CONTROL,
    comment,
    signed_at: new Date(at).toISOString(),
  };
}

async function refuseSecond(db: Database, chain: number, wanted: SignOffStatement): Promise<void> {
  const isSame = ({ signOff: { member_id, control } }: RecordedSigning) =>
    member_id === wanted.member_id && canonicalJson(control) === canonicalJson(wanted.control);
  const earlier = (await signOffsOf(db, chain, wanted.report)).find(isSame);
  if (earlier === undefined) return;
  throw Failure.conflict('signed_off_already', `You have signed this before, as ${earlier.evidenceId}.`);
}

async function passkeysOf(db: Database, { tenantId, party }: Principal) {
  const member = await findMember(db, tenantId, party);
  if (member === null) return [];
  const rows = await db
    .selectFrom('person_passkeys')
    .select(['credential_id', 'public_key'])
    .where('user_id', '=', member.userId)
    .orderBy('id')
    .execute();
  // The library writes them without padding or with it; evidence has one form.
  return rows.map(({ credential_id, public_key }) => {
    return { credential_id, public_key: encodeBase64(Buffer.from(public_key, 'base64')) };
  });
}

function relyingParty({ config }: SignOffDeps): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(pagesAt(config.baseUrl));
  return { rpId: hostname, origin };
}

function invalid(field: string[], message: string): Failure {
  return Failure.invalid([{ field, message, type: 'value_error' }]);
}
