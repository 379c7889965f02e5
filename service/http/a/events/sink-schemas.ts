/** Surface A: how sinks, and what they were sent, are written in the API. */
import { RANGE_RESULTS, STREAMS } from '../../../siem/sent/index.ts';
import { SINK_KINDS, SINK_STATUSES } from '../../../siem/sinks/index.ts';
import * as is from '../../schemas/fields.ts';
import { body, closed, described, describedRecord, object } from '../../schemas/objects.ts';
import { ReceiverName, receiverFields } from './receiver-schemas.ts';

export const sinkParams = object({ sink_id: is.text() });
export const rangeParams = object({ sink_id: is.text(), stream: is.oneOf(STREAMS), number: is.integer() });

export const CreateBody = body(
  [
    {
      kind: 'syslog',
      name: 'SIEM',
      options: { host: 'syslog.example.com', port: 6514, format: 'cef', detail: 'summary' },
    },
  ],
  {
    kind: is.oneOf(SINK_KINDS),
    name: ReceiverName,
    ...receiverFields,
    from: is.optional(
      is.oneOf(['now', 'beginning'], 'Whether to begin with the next record, the default, or the oldest'),
    ),
  },
);

const sinkFields = {
  id: is.text(),
  kind: is.text(),
  name: is.text(),
  options: is.open(),
  status: is.oneOf(SINK_STATUSES),
  last_error: is.orNull(is.text(), 'Why the last attempt failed; null since the last success'),
  failing_since: is.orNull(is.time(), 'The first failure since the last success'),
  last_sent_at: is.orNull(is.time()),
  paused_at: is.orNull(is.time()),
  position: is.integer('The index of the next record to send'),
  behind: is.integer('How many records wait'),
  events_behind: is.integer('How many events wait'),
  created_at: is.time(),
  created_by: is.text(),
  evidence_id: is.text('The record of its last change'),
};

export const ShownSink = describedRecord('Sink', 'The sink, without its secrets', sinkFields);

export const ListedSinks = described('All sinks of this environment, oldest first', {
  sinks: is.list(ShownSink),
  total: is.integer(),
});

const rangeFields = {
  stream: is.oneOf(STREAMS),
  number: is.integer('From 0, in each stream'),
  kind: is.oneOf(['sent', 'gap'], 'gap: these records were skipped, and the SIEM was told'),
  first: is.integer('The first position'),
  last: is.integer('The last position'),
  messages: is.integer(),
  bytes: is.integer('Of all messages, without their framing'),
  hash: is.text('Running SHA-256 over the messages'),
  evidence_id: is.orNull(is.text(), 'The record that states it; null while it grows'),
};

export const RangesQuery = closed({
  stream: is.optional(is.oneOf(STREAMS, 'Default: evidence')),
  ...is.page,
});

export const ListedRanges = described('One page, newest first; also for a sink that was deleted', {
  items: is.list(object(rangeFields)),
  next_cursor: is.orNull(is.text(), 'null on the last page'),
  skipped: is.integer('How many records it was not sent, in both streams'),
});

export const ShownRange = describedRecord('SentRange', 'The range, written again and compared', {
  ...rangeFields,
  result: is.oneOf(
    RANGE_RESULTS,
    'same: these bytes were sent; differs: they were not; removed: payloads are gone, so it can’t be told; forgotten: its events are no longer kept',
  ),
  removed: is.integer('How many of its records have no payload any longer'),
});
