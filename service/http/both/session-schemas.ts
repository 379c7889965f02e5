/** The schemas of sessions: the report of a result, and how a session and its calls are shown. */
import { MAX_NAME_CHARACTERS } from '@assize/act-reading/tools';
import { DOUBT_KINDS } from '../../evaluation/index.ts';
import { ORIGINS } from '../../evaluation/question/index.ts';
import { MAX_CALLS } from '../../reports/index.ts';
import {
  ConfidentialityName,
  EffectName,
  HeldForName,
  ResultSourceName,
  VerdictName,
} from '../answers/enums.ts';
import * as is from '../schemas/fields.ts';
import { describedRecord, namedBody, object, record } from '../schemas/objects.ts';

const Confidentiality = is.orNull(ConfidentialityName, 'null if no tool stated one');
const Source = is.orNull(
  ResultSourceName,
  "What the tool returns, by the catalogue. content: strangers wrote some of it. null: the entry doesn't say",
);

export const ReportBody = namedBody(
  'ResultReport',
  [{ evaluation_id: 'ev_0199c3b1a2f4d0c1b2a3e4f5', result: { from: 'ann@example.com' } }],
  {
    evaluation_id: is.text('The evidence id of the evaluation of the call', { maxLength: 256 }),
    tool: is.optional(is.label('The tool that was called: the evaluated action', MAX_NAME_CHARACTERS)),
    result: is.unknown(
      'What the tool returned: any JSON, or text. Only keyed hashes of the values in it are kept',
    ),
    incomplete: is.optional(is.flag('Whether you left out parts of the result')),
  },
);

export const Reported = describedRecord('RecordedResult', 'The evidence, which is on disk', {
  session_id: is.text(),
  session_key: is.text(),
  evaluation_id: is.text(),
  number: is.integer('The place of the result in its session, from 1'),
  values: is.integer('How many values were found in it'),
  incomplete: is.flag('Whether some of its values are not known'),
  evidence_id: is.text(),
  expires_at: is.time('When the session ends'),
});

const fields = {
  session_id: is.orNull(is.text(), 'null if the payload that states it was removed'),
  session_key: is.text('By which the evidence names the session'),
  agent_id: is.orNull(is.text()),
  status: is.oneOf(['open', 'ended']),
  opened_at: is.time(),
  expires_at: is.time(),
  ended_at: is.orNull(is.time()),
  results: is.integer('How many results it has had'),
  incomplete: is.flag('Whether some values of its results are not known'),
  confidentiality: Confidentiality,
  has_content: is.flag('Whether something that strangers wrote was read in it'),
};

export const Session = describedRecord('Session', 'The session', fields);
export const SessionPage = describedRecord(
  'SessionPage',
  'One page, the session that was opened last first',
  {
    items: is.list(Session),
    next_cursor: is.orNull(is.text(), 'null on the last page'),
  },
);

const ValueSource = is.orNull(
  record('ValueSource', {
    evidence_id: is.text('The evaluation of the call that returned it'),
    tool: is.text(),
    at: is.time(),
  }),
  'The result that had it first; null if none had',
);

const Target = object({
  path: is.text('Its place in the arguments'),
  role: is.text(),
  kind: is.text(),
  effect: EffectName,
  value: is.orNull(is.text(), 'null if it could not be read'),
  known: is.orNull(is.text(), 'What makes it known: record, approval, mandate, own_result or made_here'),
  origin: is.orNull(is.oneOf(ORIGINS), 'Where its name came from; null if that was not looked for'),
  also: is.orNull(is.oneOf(['content']), 'content: strangers had written it before a register had it'),
  source: ValueSource,
});

const Call = record('SessionCall', {
  evidence_id: is.text('The evaluation of the call'),
  at: is.time(),
  action: is.text(),
  verdict: VerdictName,
  would_be: is.orNull(VerdictName, 'The verdict that it would have got if it was only observed'),
  held_for: is.orNull(HeldForName, 'null if it was not held, and would not have been'),
  doubts: is.list(is.oneOf(DOUBT_KINDS), 'Why it may not be done alone, by the law Bounded Autonomy'),
  approval_id: is.orNull(is.text(), 'The approval that it opened, or waits for'),
  effects: is.list(EffectName),
  targets: is.list(Target),
  mentions: is.list(
    object({ path: is.text(), kind: is.text(), value: is.text(), source: ValueSource }),
    'What its texts mention that came from strangers',
  ),
  reasons: is.list(is.text(), 'The reasons of the laws that it did not pass, or would not have'),
  result: is.orNull(
    object({
      number: is.integer(),
      evidence_id: is.text(),
      at: is.time(),
      tool: is.text(),
      source: Source,
      confidentiality: Confidentiality,
      values: is.integer('How many values were found in it'),
      incomplete: is.flag(),
    }),
    'null if none was reported',
  ),
});

export const SessionWithCalls = describedRecord(
  'SessionWithCalls',
  'The session and its calls, oldest first',
  {
    ...fields,
    mandate_id: is.orNull(is.text(), 'The mandate that its last calls named'),
    calls: is.list(Call, `At most the last ${MAX_CALLS}`),
    calls_cut: is.flag('Whether earlier calls were left out'),
  },
);
