/** Surface A: the channels that tell people of approvals. Secrets go in, and never come out. */
import type { JsonObject } from '@assize/evidence-format';
import { CHANNEL_KINDS, type Channels } from '../../../channels/index.ts';
import {
  type ChannelRow,
  changeChannel,
  createChannel,
  deleteChannel,
  findChannel,
  listChannels,
  optionsOf,
  type SettingDeps,
  switchChannel,
  testChannel,
} from '../../../channels/settings/index.ts';
import { isoOrNull } from '../../../foundation/clock.ts';
import { Failure } from '../../../foundation/failure.ts';
import { routesOf } from '../../answers/routes.ts';
import { MANAGE, principalOf } from '../../callers/access.ts';
import { bodyMayBeAbsent } from '../../requests/body-parsing.ts';
import { NoFields } from '../../requests/context-schema.ts';
import * as is from '../../schemas/fields.ts';
import { body, described, describedRecord, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';
import { ChangedReceiver, ReceiverName, receiverFields, TestedReceiver } from './receiver-schemas.ts';
import { Deleted } from './webhooks.ts';

const RETRY_AFTER_SECONDS = 60;

export const channelParams = object({ channel_id: is.text() });

const CreateBody = body(
  [
    {
      kind: 'teams',
      name: 'Finance in Teams',
      options: { digest_above: 20 },
      secrets: { url: 'https://example.com/workflows/1?sig=…' },
    },
  ],
  { kind: is.oneOf(CHANNEL_KINDS), name: ReceiverName, ...receiverFields },
);

const channelFields = {
  id: is.text(),
  kind: is.text(),
  name: is.text(),
  options: is.open(),
  status: is.oneOf(['enabled', 'disabled']),
  disabled_reason: is.orNull(
    is.oneOf(['asked', 'refused', 'failing']),
    'asked: by a person; refused: the service behind it accepts nothing more; failing: nothing was sent for five days',
  ),
  disabled_at: is.orNull(is.time()),
  failing_since: is.orNull(is.time(), 'The first failure since the last success'),
  created_at: is.time(),
  created_by: is.text(),
  evidence_id: is.text('The record of its last change'),
};

const ShownChannel = describedRecord('Channel', 'The channel, without its secrets', channelFields);

const ListedChannels = described('All channels of this environment, oldest first', {
  channels: is.list(ShownChannel),
  total: is.integer(),
});

const route = routesOf('a', 'Channels');

const CREATE = route('createChannel', 'Create a channel that tells people of approvals', {
  body: CreateBody,
  200: ShownChannel,
  also: [409],
});

const LIST = route('listChannels', "List the channels of your key's environment, oldest first", {
  200: ListedChannels,
});

const SHOW = route('getChannel', 'Get a channel', { params: channelParams, 200: ShownChannel });

const CHANGE = route('changeChannel', 'Change the name, options or secrets of a channel', {
  params: channelParams,
  body: ChangedReceiver,
  200: ShownChannel,
});

const DELETE = route('deleteChannel', 'Delete a channel with its messages', {
  params: channelParams,
  200: Deleted,
  also: [409],
});

const TEST = route('testChannel', 'Find out whether a channel works; where it must, this posts a message', {
  params: channelParams,
  body: NoFields,
  200: TestedReceiver,
});

const SWITCHES = [
  ['enable', 'Send by a channel again'],
  ['disable', 'Send nothing more by a channel; waiting messages are given up'],
] as const;

export const channelsA: Noun<SettingDeps & Pick<Channels, 'openedChannels'>> = (app, services) => {
  app.post('/channels', { config: MANAGE, schema: CREATE }, async (request) => {
    const { kind, name, options = {}, secrets = {} } = request.body;
    const wanted = { kind, name, options: options as JsonObject, secrets: secrets as JsonObject };
    return toShown(await createChannel(services, principalOf(request), wanted));
  });

  app.get('/channels', { config: MANAGE, schema: LIST }, async (request) => {
    const channels = await listChannels(services.db, principalOf(request).chain);
    return { channels: channels.map(toShown), total: channels.length };
  });

  app.get('/channels/:channel_id', { config: MANAGE, schema: SHOW }, async (request) =>
    toShown(await findChannel(services.db, principalOf(request).chain, request.params.channel_id)),
  );

  app.patch('/channels/:channel_id', { config: MANAGE, schema: CHANGE }, async (request) => {
    const { name, options, secrets } = request.body;
    const wanted = {
      ...(name !== undefined && { name }),
      ...(options !== undefined && { options: options as JsonObject }),
      ...(secrets !== undefined && { secrets: secrets as JsonObject }),
    };
    return toShown(await changeChannel(services, principalOf(request), request.params.channel_id, wanted));
  });

  app.delete('/channels/:channel_id', { config: MANAGE, schema: DELETE }, async (request) => {
    const { channel_id: id } = request.params;
    await deleteChannel(services, principalOf(request), id);
    return { id, deleted: true };
  });

  const testing = { config: MANAGE, schema: TEST, preValidation: bodyMayBeAbsent };
  app.post('/channels/:channel_id/test', testing, async (request) => {
    const row = await findChannel(services.db, principalOf(request).chain, request.params.channel_id);
    const channels = await services.openedChannels();
    if (channels === null) throw noSecrets();
    return testChannel(channels, row);
  });

  for (const [to, summary] of SWITCHES) {
    const schema = route(`${to}Channel`, summary, {
      params: channelParams,
      body: NoFields,
      200: ShownChannel,
    });
    const options = { config: MANAGE, schema, preValidation: bodyMayBeAbsent };
    app.post(`/channels/:channel_id/${to}`, options, async (request) =>
      toShown(await switchChannel(services, principalOf(request), request.params.channel_id, to)),
    );
  }
};

function noSecrets(): Failure {
  const why = 'The secrets of channels are encrypted under a key that this node does not have.';
  return new Failure('unavailable', why, { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
}

function toShown(row: ChannelRow) {
  return {
    id: row.channel_id,
    kind: row.kind,
    name: row.name,
    options: optionsOf(row),
    status: row.disabled_at === null ? 'enabled' : 'disabled',
    disabled_reason: row.disabled_reason,
    disabled_at: isoOrNull(row.disabled_at),
    failing_since: isoOrNull(row.failing_since),
    created_at: new Date(row.created_at).toISOString(),
    created_by: row.created_by,
    evidence_id: row.evidence_id,
  } as const;
}
