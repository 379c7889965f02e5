/** The shapes of the incidents' routes. */

import { HARMS, INCIDENT_STATUSES, LIMITS, REPORT_STATES, SEVERITIES } from '../../../incidents/index.ts';
import { pageOfItems } from '../../answers/response-schemas.ts';
import { routesOf } from '../../answers/routes.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, closedRecord, describedRecord, object, record } from '../../schemas/objects.ts';

const Severity = is.oneOf(SEVERITIES, 'serious: in the sense of the EU AI Act, Article 3(49)');
const Harms = is.list(is.oneOf(HARMS), {
  description:
    'What makes a serious incident serious. It decides until when it must be reported (Article 73)',
  maxItems: HARMS.length,
});

const Told = closedRecord('ToldOfIncident', {
  who: is.label('A person, a customer, an authority', LIMITS.who),
  at: is.time('When they were told'),
  how: is.label('For example by mail', LIMITS.who),
  authority: is.optional(
    is.flag('Whether they are an authority to which serious incidents are reported', { default: false }),
  ),
});
const ToldList = is.list(Told, { maxItems: LIMITS.told });
const EvidenceId = is.text({ pattern: '^ev_[0-9a-f]{24}$' });

const shownFields = {
  incident_id: is.text(),
  title: is.orNull(is.text(), 'null, like the other texts, for viewers; empty if it was removed'),
  description: is.orNull(is.text()),
  severity: Severity,
  harms: Harms,
  happened_at: is.time(),
  noticed_at: is.time(),
  told: is.orNull(is.list(record('ToldOfIncidentShown', { ...Told.properties, authority: is.flag() }))),
  records: is.list(is.text(), 'The evidence that belongs to it'),
  responsible: is.orNull(is.text(), 'The id of a member'),
  status: is.oneOf(INCIDENT_STATUSES),
  cause: is.orNull(is.text()),
  remedy: is.orNull(is.text()),
  report: record('ReportOfIncident', {
    state: is.oneOf(REPORT_STATES, 'none: it is not a serious one'),
    due_at: is.orNull(is.time()),
    reported_at: is.orNull(is.time(), 'When the first authority was told'),
  }),
  opened_at: is.time(),
  opened_by: is.text('A key or a member'),
  closed_at: is.orNull(is.time()),
  version: is.integer(),
  evidence_id: is.text('The record of its last change'),
};

const Incident = describedRecord('Incident', 'The incident as it is now', shownFields);
const IncidentInFull = describedRecord('IncidentInFull', 'The incident, and its changes', {
  ...shownFields,
  history: is.list(
    object({
      evidence_id: is.text(),
      action: is.text(),
      by: is.text(),
      at: is.time(),
      reason: is.orNull(is.text(), 'Why it was reopened'),
    }),
    'Oldest first; those whose payload is gone are left out',
  ),
});

const text = (description: string) => is.label(description, LIMITS.text);
const optionalText = is.text({ maxLength: LIMITS.text, pattern: is.NO_NUL });
const changeable = {
  description: is.optional(optionalText),
  harms: is.optional(Harms),
  told: is.optional(ToldList),
  records: is.optional(is.list(EvidenceId, { maxItems: LIMITS.records })),
  responsible: is.optional(is.orNull(is.label('The id of a member'))),
};
const Title = is.label('What happened, in one line', LIMITS.title);

const params = object({ incident_id: is.text() });
const route = routesOf('a', 'Incidents');

export const LIST = route('listIncidents', 'List incidents, newest first', {
  querystring: closed({
    status: is.optional(is.oneOf(INCIDENT_STATUSES)),
    severity: is.optional(is.oneOf(SEVERITIES)),
    evidence_id: is.optional(EvidenceId),
    ...is.page,
  }),
  200: pageOfItems(Incident),
});

export const OPEN = route('openIncident', 'Open an incident', {
  body: body(
    [
      {
        title: 'A refund went to the wrong customer',
        description: 'The agent took the account from a mail of another customer.',
        severity: 'major',
        happened_at: '2026-01-15T09:20:00Z',
        noticed_at: '2026-01-15T14:00:00Z',
      },
    ],
    {
      title: Title,
      severity: Severity,
      ...changeable,
      happened_at: is.optional(
        is.time('By default when the first of its records was made, or else when it was noticed'),
      ),
      noticed_at: is.optional(is.time('By default now, or when the first of those in told was told')),
    },
  ),
  201: IncidentInFull,
});

export const SHOW = route('getIncident', 'Get an incident, with its changes', {
  params,
  200: IncidentInFull,
});

export const CHANGE = route('changeIncident', 'Change an open incident; a list replaces the former one', {
  params,
  body: body([{ severity: 'serious', harms: ['health'] }], {
    title: is.optional(Title),
    severity: is.optional(Severity),
    ...changeable,
    happened_at: is.optional(is.time()),
    noticed_at: is.optional(is.time()),
    version: is.optional(
      is.integer('The version you expect; you get 409 if it is another one', { minimum: 1 }),
    ),
  }),
  200: IncidentInFull,
});

export const CLOSE = route('closeIncident', 'Close an incident', {
  params,
  body: body([{ cause: 'The account was read from a mail', remedy: 'Refunds need a known account' }], {
    cause: text('Why it happened'),
    remedy: text('What was done so that it does not happen again'),
  }),
  200: IncidentInFull,
});

export const REOPEN = route('reopenIncident', 'Open a closed incident again', {
  params,
  body: body([{ reason: 'It happened again' }], { reason: text('The reason. It becomes evidence') }),
  200: IncidentInFull,
});
