/** Push messages to this browser (Push API): whether it can get them, and turning them on and off. */
import { apiOf, unwrap } from '../api/client.ts';

/** `denied`: the person has forbidden it in the browser's settings, and only they can allow it there. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

const WORKER = '/sw.js';
/** The key in the browser's storage under which the id of its subscription is. */
const OURS = 'assize.push';

const canPush = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

/** The id of this browser's subscription; null if it has none. */
export function ownSubscription(): string | null {
  return localStorage.getItem(OURS);
}

/** @param known the ids of all subscriptions that the service has of this person. */
export async function pushState(known: readonly string[]): Promise<PushState> {
  if (!canPush) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const isKnown = known.includes(ownSubscription() ?? '');
  return isKnown && (await subscriptionHere()) !== null ? 'on' : 'off';
}

/** Asks the person first. @throws if they do not allow it. */
export async function turnOn(): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('Your browser does not allow it. Allow notifications of this page in its settings.');
  }
  const api = apiOf('production');
  const { public_key: applicationServerKey } = await unwrap(api.GET('/api/v1/push/key'));
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey };
  const made = await pushManager.subscribe(options).catch(async () => {
    // It is subscribed with a key that the service has lost.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON();
  const body = { endpoint, keys: { p256dh, auth } };
  const { subscription_id } = await unwrap(api.POST('/api/v1/members/me/push-subscriptions', { body }));
  localStorage.setItem(OURS, subscription_id);
}

/** @param id of the subscription; the browser's own part ends too if it is of this one. */
export async function turnOff(id: string): Promise<void> {
  const path = { subscription_id: id };
  const removing = apiOf('production').DELETE('/api/v1/members/me/push-subscriptions/{subscription_id}', {
    params: { path },
  });
  await unwrap(removing);
  if (id !== ownSubscription()) return;
  localStorage.removeItem(OURS);
  await (await subscriptionHere())?.unsubscribe();
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return (await worker?.pushManager.getSubscription()) ?? null;
}
