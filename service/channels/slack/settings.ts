/** The settings of a Slack app, which its tenant states. The address of Slack is not one of them: the operator sets it. */
import type { JsonObject } from '@assize/evidence-format';
import { Failure, type Fault } from '../../foundation/failure.ts';

export interface SlackOptions {
  /** `T…` */
  workspace: string;
  /** `A…` */
  app: string;
  /** `C…`, or `G…` for an old private conversation. */
  conversation: string;
  /** How presses arrive: Slack calls the service, or the service keeps a connection to Slack. */
  receives: 'url' | 'socket';
}

/** One more is needed beside the bot's token: the secret for `url`, the app's token for `socket`. */
export interface SlackSecrets {
  bot_token: string;
  signing_secret: string | null;
  app_token: string | null;
}

const OPTIONS: Record<'workspace' | 'app' | 'conversation', { pattern: RegExp; form: string }> = {
  workspace: { pattern: /^T[A-Z0-9]{4,20}$/, form: 'a workspace id such as T012ABCDE' },
  app: { pattern: /^A[A-Z0-9]{4,20}$/, form: 'an app id such as A012ABCDE' },
  conversation: { pattern: /^[CG][A-Z0-9]{4,20}$/, form: 'a conversation id such as C012ABCDE' },
};
const SECRETS: Record<keyof SlackSecrets, { pattern: RegExp; form: string }> = {
  bot_token: { pattern: /^xoxb-[\w-]{10,250}$/, form: "the bot's token, which begins with xoxb-" },
  signing_secret: { pattern: /^[0-9a-f]{32,64}$/, form: 'the signing secret: 32 hex digits' },
  app_token: { pattern: /^xapp-[\w-]{10,250}$/, form: "the app's token, which begins with xapp-" },
};

/** @throws {Failure} `invalid` naming each field. */
export function readSlackOptions(given: JsonObject): SlackOptions {
  const faults = Object.entries(OPTIONS).flatMap(([name, { pattern, form }]) => {
    const value = given[name];
    return typeof value === 'string' && pattern.test(value) ? [] : [fault(['options', name], form)];
  });
  if (given.receives !== 'url' && given.receives !== 'socket')
    faults.push(fault(['options', 'receives'], 'url or socket'));
  const known = new Set([...Object.keys(OPTIONS), 'receives']);
  for (const name of Object.keys(given))
    if (!known.has(name)) faults.push({ ...fault(['options', name], 'left out'), type: 'extra_forbidden' });
  if (faults.length > 0) throw Failure.invalid(faults);
  const { workspace, app, conversation, receives } = given as unknown as SlackOptions;
  return { workspace, app, conversation, receives };
}

/** @throws {Failure} `invalid` naming each field; no message repeats a secret. */
export function readSlackSecrets(
  given: JsonObject,
  { receives }: Pick<SlackOptions, 'receives'>,
): SlackSecrets {
  const needed: (keyof SlackSecrets)[] = ['bot_token', receives === 'url' ? 'signing_secret' : 'app_token'];
  const faults: Fault[] = [];
  const read = (name: keyof SlackSecrets): string | null => {
    const value = given[name] ?? null;
    const isFit = typeof value === 'string' && SECRETS[name].pattern.test(value);
    if (isFit) return value;
    if (value !== null || needed.includes(name)) faults.push(fault(['secrets', name], SECRETS[name].form));
    return null;
  };
  const secrets = {
    bot_token: read('bot_token') ?? '',
    signing_secret: read('signing_secret'),
    app_token: read('app_token'),
  };
  if (faults.length > 0) throw Failure.invalid(faults);
  return secrets;
}

function fault(field: string[], form: string): Fault {
  return { field, message: `Value should be ${form}`, type: 'value_error' };
}
