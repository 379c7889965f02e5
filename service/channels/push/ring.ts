/**
 * Rings a member's browsers. The message passes through a company that is neither the tenant's nor ours, so it says
 * only that something waits, and where. A browser that is gone is forgotten.
 */
import type { Database } from '../../database/open.ts';
import type { FillRandom } from '../../foundation/ids.ts';
import type { SecretBox } from '../../webhooks/endpoints/index.ts';
import type { Answer, Sender } from '../../webhooks/sending/index.ts';
import { ChannelError } from '../channel.ts';
import { pushKeys } from './keys.ts';
import { type Owner, type PushTarget, targetsOf, unsubscribe } from './subscriptions.ts';

export interface RingDeps {
  db: Database;
  fillRandom: FillRandom;
  secretBox: SecretBox;
  sender: Sender;
  config: { baseUrl: string; mail: { from: string } | null };
}

export interface Ring {
  title: string;
  /** A path of the dashboard. */
  url: string;
  /** A browser that was away gets only the last of a topic. At most 32 of `[A-Za-z0-9_-]`. */
  topic: string;
  /** How long the push service may keep it for a browser that is away, ms. */
  lastsMs: number;
}

const GONE: readonly (number | null)[] = [404, 410];
const TOO_MANY = 429;
const MAX_LASTING_SECONDS = 28 * 86_400;

/** @returns how many browsers it reached. @throws {ChannelError} if it reached none, and one of them failed. */
export async function ring(deps: RingDeps, owner: Owner, wanted: Ring, stop: AbortSignal): Promise<number> {
  const targets = await targetsOf(deps.db, deps.secretBox, owner);
  const answers = await Promise.all(
    targets.map(async ({ subscriptionId, target }) => {
      const answer = await send(deps, target, wanted, stop);
      if (GONE.includes(answer.status)) await forget(deps.db, owner, subscriptionId);
      return answer;
    }),
  );
  const reached = answers.filter(({ error }) => error === null).length;
  const failed = answers.filter(({ error, status }) => error !== null && !GONE.includes(status));
  if (reached > 0 || failed.length === 0) return reached;
  throw faultOf(failed);
}

async function send(
  deps: RingDeps,
  target: PushTarget,
  { title, url, topic, lastsMs }: Ring,
  stop: AbortSignal,
): Promise<Answer> {
  // Loaded with the first ring, so that the start does not wait for it.
  const { default: webPush } = await import('web-push');
  const keys = await pushKeys(deps, deps.secretBox);
  const { headers, body } = webPush.generateRequestDetails(target, JSON.stringify({ title, url }), {
    vapidDetails: { subject: subjectOf(deps.config), ...keys },
    TTL: Math.min(MAX_LASTING_SECONDS, Math.max(0, Math.ceil(lastsMs / 1000))),
    urgency: 'high',
    topic,
  });
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const { 'content-length': _, ...named } = Object.fromEntries(sent) as Record<string, string>;
  return deps.sender.send({ url: target.endpoint, environment: 'production' }, named, body, stop);
}

/** A browser may be subscribed anew meanwhile, under another id, or have been removed. */
async function forget(db: Database, owner: Owner, subscriptionId: string): Promise<void> {
  await unsubscribe(db, owner, subscriptionId).catch(() => undefined);
}

/** A contact for questions about our messages (RFC 8292, section 2.1). */
function subjectOf({ baseUrl, mail }: RingDeps['config']): string {
  if (mail !== null) return `mailto:${mail.from}`;
  return baseUrl.startsWith('https:') ? baseUrl : 'mailto:assize@localhost.invalid';
}

/** Names no address: it would let others ring. */
function faultOf(failed: readonly Answer[]): ChannelError {
  const passing = failed.filter(
    ({ status, isRefused }) =>
      isRefused !== true && (status === null || status >= 500 || status === TOO_MANY),
  );
  const [first] = passing.length > 0 ? passing : failed;
  const message = `A push service did not take the message: ${first?.error ?? 'no reason'}`;
  if (passing.length === 0) return new ChannelError('message', message);
  const waits = passing.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  return new ChannelError('later', message, waits.length === 0 ? null : Math.min(...waits));
}
