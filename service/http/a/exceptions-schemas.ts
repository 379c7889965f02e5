/** The schemas of reports of exceptions. */
import { MAX_SAMPLE } from '@assize/evidence-format';
import { DEFAULT_SAMPLE, POPULATIONS, STEPS } from '../../compliance/exceptions/index.ts';
import * as is from '../schemas/fields.ts';
import { body, described, describedRecord, namedBody, object, record } from '../schemas/objects.ts';
import { VerdictCounts } from './access/agent-schemas.ts';
import { CheckpointShown, Period } from './compliance-schemas.ts';

const place = {
  evidence_id: is.orNull(is.text('The record that shows it; null where none does')),
  index: is.orNull(is.integer('Its position in the chain')),
  at: is.time(),
};

const Exception = record('ReportedException', {
  ...place,
  who: is.text('A member, a key, an agent, or a part of the service'),
  what: is.text(),
  why: is.orNull(is.text('The recorded reason; null where none was recorded, or it was removed')),
});

const Step = object({ ...place, step: is.oneOf(STEPS), who: is.text(), what: is.text() });

export const ControlOwner = describedRecord(
  'ControlOwner',
  'Who answers for a control, and in which period',
  {
    framework: is.text(),
    control: is.text(),
    title: is.text(),
    owner: is.text('The id of a member'),
    from: is.time(),
    to: is.time('Not included'),
    evidence_id: is.text(),
  },
);

const Control = object({ framework: is.text(), control: is.text() });

export const Statement = record('SignOffStatement', {
  report: is.text('The evidence id of the report'),
  report_sha256: is.text(),
  control: is.orNull(Control),
  member_id: is.text(),
  name: is.text(),
  statement: is.text(),
  comment: is.orNull(is.text()),
  signed_at: is.time(),
});

export const SignOff = describedRecord('SignOff', 'What was signed, by whom, and their signature', {
  evidence_id: is.text('The record of the signature'),
  ...Statement.properties,
  passkey: described('Their signature, in base64: it signs the hash of the other members', {
    rp_id: is.text(),
    public_key: is.text(),
    authenticator_data: is.text(),
    client_data_json: is.text(),
    signature: is.text(),
  }),
});

const removal = {
  kind: is.oneOf(['redaction', 'retention']),
  from_index: is.integer(),
  to_index: is.integer('Not included'),
  evidence_id: is.text('The record that states it'),
};

export const Report = describedRecord('ExceptionsReport', 'The report, which is evidence and on disk', {
  evidence_id: is.text('The evidence whose payload is this report'),
  sha256: is.text('The hash of its canonical form; sign-offs name it'),
  period: Period,
  made_at: is.time(),
  made_by: is.text(),
  tenant: object({ id: is.text(), name: is.text() }),
  environment: is.text(),
  chain: is.text(),
  tree_size: is.integer('The report is of the records before this position'),
  checkpoint: is.orNull(CheckpointShown),
  exceptions: is.list(
    object({
      kind: is.text(),
      title: is.text(),
      rule: is.text('What counts'),
      count: is.integer(),
      listed: is.list(Exception, 'The newest, at most 200'),
      unread: is.integer('Records that could be of this kind: their content was removed, so no one can tell'),
    }),
  ),
  population: described('The records of the period', {
    first: is.orNull(is.integer('The lowest index; null where there is no record')),
    last: is.orNull(is.integer()),
    count: is.integer(),
    outside: is.integer('Records between the two that have a time outside the period'),
    by_type: is.dictionary(is.text(), is.integer()),
  }),
  completeness: described('What was judged, and what was reported', {
    evaluations: VerdictCounts,
    outcomes: described('By the verdict of the evaluation that they name', {
      ...VerdictCounts.properties,
      without_evaluation: is.integer(),
    }),
    skipped: is.integer('Outcomes without an evaluation whose calls ran while the service was out of reach'),
    unseen: is.list(is.text(), "What the evidence can't show"),
  }),
  sample: described('Drawn at random; seed and population give the same again', {
    population: is.text(),
    population_size: is.integer(),
    positions_sha256: is.text(
      'The hash of the positions of the population, each in decimal with a line feed',
    ),
    method: is.text(),
    seed: is.text(),
    seed_given: is.flag('Whether the caller chose the seed'),
    size_wanted: is.integer(),
    drawn: is.list(
      object({
        ordinal: is.integer('The number in the population, from 0'),
        ...place,
        index: is.integer(),
        artifact_type: is.text(),
        action: is.orNull(is.text()),
        verdict: is.orNull(is.text()),
        who: is.text(),
        what: is.text(),
        trail: is.list(Step, 'The evaluation and what followed, in the order of the chain'),
        alone: is.orNull(is.text('Why nothing led to it or followed; null where something did')),
      }),
    ),
  }),
  removals: is.list(
    object({
      ...removal,
      meanwhile: is.flag('Whether it was stated while the report was made'),
    }),
    'Removed payloads of the period, the newest first',
  ),
  removed_since: is.list(
    object(removal),
    'Payloads of the period that were removed later; not part of the hash',
  ),
  controls: is.list(ControlOwner, 'The controls that someone answers for in the period'),
  sign_offs: is.list(SignOff),
});

export const ListedReport = object({
  evidence_id: is.text(),
  made_at: is.time(),
  made_by: is.text(),
  period: is.orNull(Period, 'null where the report was removed'),
  exceptions: is.orNull(is.integer('How many')),
  records: is.orNull(is.integer('How many records the period has')),
  sample: is.orNull(is.integer('How many were drawn')),
});

export const ReportWanted = body([{ from_date: '2026-01-01', to_date: '2026-04-01', sample_size: 25 }], {
  from_date: is.optional(is.moment('Recorded at this time or later; by default 90 days before the end')),
  to_date: is.optional(is.moment('Recorded before this time; by default now')),
  population: is.optional(
    is.oneOf(POPULATIONS, { default: 'governance_eval', description: 'What to sample' }),
  ),
  sample_size: is.optional(is.integer({ minimum: 0, maximum: MAX_SAMPLE, default: DEFAULT_SAMPLE })),
  seed: is.optional(
    is.text('Decides what is drawn; by default random. An auditor chooses it', {
      pattern: '^[A-Za-z0-9._-]{1,64}$',
    }),
  ),
});

const subject = {
  control: is.optional(is.orNull(Control, 'Only this control; by default the whole report')),
  comment: is.optional(is.orNull(is.label('A remark, which is signed too', 1000))),
};

export const SignOffWanted = namedBody('SignOffWanted', [{}], subject);

export const SignOffPrepared = described('What to sign, for the browser', {
  statement: Statement,
  challenge: is.text('SHA-256 of the canonical form of the statement, in base64url'),
  rp_id: is.text(),
  passkeys: is.list(is.text(), 'The ids of your passkeys, in base64url'),
});

const base64 = (description: string, maxLength = 8192) =>
  is.text(description, { minLength: 1, maxLength, pattern: '^[A-Za-z0-9+/]*={0,2}$' });

export const SignOffGiven = namedBody('SignOffGiven', [], {
  ...subject,
  signed_at: is.moment('As in the statement'),
  credential_id: is.text('The id of your passkey, in base64url', { minLength: 1, maxLength: 2048 }),
  authenticator_data: base64('In base64, as are the others'),
  client_data_json: base64('What the browser signed'),
  signature: base64('By the passkey', 1024),
});
