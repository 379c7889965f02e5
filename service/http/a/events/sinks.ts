/** Surface A: the sinks to which records and events are sent for a SIEM. Secrets go in, and never come out. */
import type { JsonObject } from '@assize/evidence-format';
import { isoOrNull } from '../../../foundation/clock.ts';
import { streamsOf, testSink } from '../../../siem/sending/index.ts';
import {
  changeSink,
  createSink,
  deleteSink,
  findSink,
  listSinks,
  optionsOf,
  pauseSink,
  type SinkDeps,
  type SinkRow,
  sinkStatus,
} from '../../../siem/sinks/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf, READ } from '../../callers/access.ts';
import { bodyMayBeAbsent } from '../../requests/body-parsing.ts';
import { NoFields } from '../../requests/context-schema.ts';
import type { Noun } from '../../services.ts';
import { ChangedReceiver, TestedReceiver } from './receiver-schemas.ts';
import { CreateBody, ListedSinks, ShownSink, sinkParams } from './sink-schemas.ts';
import { Deleted } from './webhooks.ts';

const route = routesOf('a', 'Sinks');

const CREATE = route('createSink', 'Create a sink, to which records and events are sent for a SIEM', {
  body: CreateBody,
  200: ShownSink,
  also: [409],
});
const LIST = route('listSinks', "List the sinks of your key's environment, oldest first", {
  200: ListedSinks,
});
const SHOW = route('getSink', 'Get a sink', { params: sinkParams, 200: ShownSink });
const CHANGE = route('changeSink', 'Change the name, options or secrets of a sink', {
  params: sinkParams,
  body: ChangedReceiver,
  200: ShownSink,
});
const DELETE = route('deleteSink', 'Delete a sink; what it was sent stays on record', {
  params: sinkParams,
  200: Deleted,
});
const TEST = route('testSink', 'Send a test message, and say whether it arrived', {
  params: sinkParams,
  body: NoFields,
  200: TestedReceiver,
});
const SWITCHES = [
  ['pause', 'Send nothing more to a sink for now; records wait'],
  ['resume', 'Go on where a sink was paused'],
] as const;

type Needs = SinkDeps & { config: SinkDeps['config'] & { baseUrl: string } };

export const sinksA: Noun<Needs> = (app, services) => {
  const { db } = services;
  app.post('/sinks', { config: MANAGE, schema: CREATE }, async (request) => {
    const { kind, name, options = {}, secrets = {}, from = 'now' } = request.body;
    const wanted = { kind, name, from, options: options as JsonObject, secrets: secrets as JsonObject };
    return shown(services, await createSink(services, principalOf(request), wanted));
  });

  app.get('/sinks', { config: READ, schema: LIST }, async (request) => {
    const rows = await listSinks(db, principalOf(request).chain);
    const sinks = await Promise.all(rows.map((row) => shown(services, row)));
    return { sinks, total: sinks.length };
  });

  app.get('/sinks/:sink_id', { config: READ, schema: SHOW }, async (request) =>
    shown(services, await findSink(db, principalOf(request).chain, request.params.sink_id)),
  );

  app.patch('/sinks/:sink_id', { config: MANAGE, schema: CHANGE }, async (request) => {
    const { name, options, secrets } = request.body;
    const wanted = {
      ...(name !== undefined && { name }),
      ...(options !== undefined && { options: options as JsonObject }),
      ...(secrets !== undefined && { secrets: secrets as JsonObject }),
    };
    const owner = principalOf(request);
    return shown(services, await changeSink(services, owner, request.params.sink_id, wanted));
  });

  app.delete('/sinks/:sink_id', { config: MANAGE, schema: DELETE }, async (request) => {
    const { sink_id: id } = request.params;
    await deleteSink(services, principalOf(request), id);
    return { id, deleted: true };
  });

  const testing = { config: MANAGE, schema: TEST, preValidation: bodyMayBeAbsent };
  app.post('/sinks/:sink_id/test', testing, async (request) =>
    testSink(services, await findSink(db, principalOf(request).chain, request.params.sink_id)),
  );

  for (const [to, summary] of SWITCHES) {
    const schema = route(`${to}Sink`, summary, { params: sinkParams, body: NoFields, 200: ShownSink });
    const options = { config: MANAGE, schema, preValidation: bodyMayBeAbsent };
    app.post(`/sinks/:sink_id/${to}`, options, async (request) =>
      shown(services, await pauseSink(services, principalOf(request), request.params.sink_id, to)),
    );
  }
};

async function shown({ db }: Needs, row: SinkRow) {
  const [evidence, events] = await streamsOf(db, row);
  return {
    id: row.sink_id,
    kind: row.kind,
    name: row.name,
    options: optionsOf(row),
    status: sinkStatus(row),
    last_error: row.last_error,
    failing_since: isoOrNull(row.failing_since),
    last_sent_at: isoOrNull(row.last_sent_at),
    paused_at: isoOrNull(row.paused_at),
    position: evidence?.position ?? 0,
    behind: evidence === undefined ? 0 : evidence.size - evidence.position,
    events_behind: events === undefined ? 0 : Math.max(0, events.size - events.position),
    created_at: new Date(row.created_at).toISOString(),
    created_by: row.created_by,
    evidence_id: row.evidence_id,
  };
}
