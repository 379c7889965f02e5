/** Surface A: how a member hears what waits for them, and which of their browsers ring. */

import { RISK_LEVELS } from '@assize/act-reading/risk';
import type { FastifyRequest } from 'fastify';
import { setWishes, type Wishes, wishesOfMember } from '../../../channels/notifying/index.ts';
import {
  type Owner,
  pushKeys,
  type Subscription,
  type SubscriptionDeps,
  subscribe,
  subscriptionsOf,
  unsubscribe,
} from '../../../channels/push/index.ts';
import { Failure } from '../../../foundation/failure.ts';
import { type EndpointDeps, requireSecretBox } from '../../../webhooks/endpoints/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { closed, described, describedRecord, named, namedBody, object } from '../../schemas/objects.ts';
import type { Noun } from '../../services.ts';

const MAX_DIGEST_ABOVE = 1000;
const TIME_OF_DAY = { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' };
const MAX_ENDPOINT_CHARACTERS = 2048;
const BASE64URL = { maxLength: 200, pattern: '^[A-Za-z0-9_-]+={0,2}$' };

const QuietHours = named(
  'QuietHours',
  closed({
    from: is.text('By the clock on the wall, such as 22:00', TIME_OF_DAY),
    to: is.text('The next day where it is earlier than `from`', TIME_OF_DAY),
    time_zone: is.text('IANA, such as Europe/Berlin', { minLength: 1, maxLength: 64 }),
    except_risk_at_least: is.orNull(
      is.oneOf(RISK_LEVELS),
      'From this risk on, you are told at once; null: never during these hours',
    ),
  }),
);

const wishes = {
  mail: is.flag('Whether mail is sent to you where a mail channel asks you'),
  push: is.flag('Whether your browsers ring where a push channel asks you'),
  quiet: is.orNull(QuietHours, 'When nothing is sent; what came meanwhile comes together at their end'),
  digest_above: is.orNull(
    is.integer({ minimum: 1, maximum: MAX_DIGEST_ABOVE }),
    'Above so many messages in an hour, they come together, at each quarter of an hour; null: each comes alone',
  ),
};
const WishesRecord = describedRecord('Notifications', 'Your wishes', wishes);
const WishesBody = namedBody(
  'NotificationsRequest',
  [
    {
      mail: true,
      push: true,
      quiet: { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin', except_risk_at_least: 'critical' },
      digest_above: 10,
    },
  ],
  wishes,
);

const SubscriptionRecord = describedRecord('PushSubscription', 'The browser', {
  subscription_id: is.text(),
  host: is.text('The push service'),
  user_agent: is.orNull(is.text(), 'The browser’s description of itself'),
  created_at: is.time(),
});
const NewSubscription = namedBody(
  'PushSubscriptionRequest',
  [
    {
      endpoint: 'https://push.example.net/send/3f2a',
      keys: {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    },
  ],
  {
    endpoint: is.text('As the browser states it', {
      maxLength: MAX_ENDPOINT_CHARACTERS,
      pattern: is.NO_NUL,
    }),
    keys: closed({ p256dh: is.text(BASE64URL), auth: is.text(BASE64URL) }),
  },
);

const OWN = { scope: [], environment: 'production' } as const;
const route = routesOf('a', 'Notifications');

const KEY = route('getPushKey', 'Get the key that browsers subscribe with (VAPID)', {
  200: described('The public key', { public_key: is.text('Uncompressed point of P-256, as base64url') }),
});
const GET = route('getNotifications', 'See how you hear what waits for you', { 200: WishesRecord });
const SET = route('setNotifications', 'Set how you hear what waits for you', {
  body: WishesBody,
  200: WishesRecord,
});
const LIST = route('listPushSubscriptions', 'List your browsers that ring, oldest first', {
  200: described('Your browsers', { subscriptions: is.list(SubscriptionRecord) }),
});
const SUBSCRIBE = route('subscribePush', 'Let a browser of yours ring when a decision waits', {
  body: NewSubscription,
  201: SubscriptionRecord,
});
const UNSUBSCRIBE = route('unsubscribePush', 'Stop a browser of yours from ringing', {
  params: object({ subscription_id: is.text() }),
  200: described('It rings no more', { subscription_id: is.text(), removed: is.flag() }),
});

type Needs = SubscriptionDeps & Pick<EndpointDeps, 'secretBox' | 'fillRandom'>;

export const notificationsA: Noun<Needs> = (app, services) => {
  const { db } = services;

  app.get('/push/key', { config: OWN, schema: KEY }, async () => ({
    public_key: (await pushKeys(services, requireSecretBox(services))).publicKey,
  }));

  app.get('/members/me/notifications', { config: OWN, schema: GET }, async (request) => {
    const { tenantId, memberId } = selfOf(request);
    return toApi(await wishesOfMember(db, tenantId, memberId));
  });

  app.put('/members/me/notifications', { config: OWN, schema: SET }, async (request) => {
    const self = selfOf(request);
    const { digest_above: digestAbove, ...others } = request.body;
    await setWishes(db, self, { ...others, digestAbove });
    return toApi(await wishesOfMember(db, self.tenantId, self.memberId));
  });

  app.get('/members/me/push-subscriptions', { config: OWN, schema: LIST }, async (request) => ({
    subscriptions: (await subscriptionsOf(db, selfOf(request))).map(subscriptionToApi),
  }));

  app.post('/members/me/push-subscriptions', { config: OWN, schema: SUBSCRIBE }, async (request, reply) => {
    const self = selfOf(request);
    const secretBox = requireSecretBox(services);
    const userAgent = request.headers['user-agent'];
    const made = await subscribe(services, secretBox, self, request.body, userAgent);
    reply.code(201);
    return subscriptionToApi(made);
  });

  const removing = { config: OWN, schema: UNSUBSCRIBE };
  app.delete('/members/me/push-subscriptions/:subscription_id', removing, async (request) => {
    const { subscription_id } = request.params;
    await unsubscribe(db, selfOf(request), subscription_id);
    return { subscription_id, removed: true };
  });
};

/** @throws {Failure} `forbidden` to keys and tokens, which read no messages. */
function selfOf(request: FastifyRequest): Owner {
  const { tenantId, party, member } = principalOf(request);
  if (member !== null) return { tenantId, memberId: party };
  throw new Failure('forbidden', 'Only a member who is signed in can do this, and this is a key or a token.');
}

function toApi({ digestAbove, ...others }: Wishes) {
  return { ...others, digest_above: digestAbove };
}

function subscriptionToApi({ created_at, ...others }: Subscription) {
  return { ...others, created_at: new Date(created_at).toISOString() };
}
