/** A kind of channel: how its settings are read, whom it tells, and how it is opened for sending. */
import type { JsonObject } from '@assize/evidence-format';
import type { Database } from '../database/open.ts';
import type { Warnings } from '../foundation/chores.ts';
import type { Clock } from '../foundation/clock.ts';
import type { FillRandom } from '../foundation/ids.ts';
import type { Mailer, SmtpSettings } from '../notices/index.ts';
import type { Environment } from '../tenants/index.ts';
import type { SecretBox } from '../webhooks/endpoints/index.ts';
import type { GuardedFetch, Sender } from '../webhooks/sending/index.ts';
import type { Channel } from './channel.ts';

/** The services that channels of every kind may use to send. */
export interface ChannelDeps {
  db: Database;
  clock: Clock;
  fillRandom: FillRandom;
  secretBox: SecretBox;
  /** Connects only where the service may. */
  sender: Sender;
  /** For libraries with requests of their own, under the same guard. */
  guarded: GuardedFetch;
  /** null where no mail is sent. */
  mailer: Mailer | null;
  log: Warnings;
  config: ChannelConfig;
}

/** The part of the configuration that channels need, as it is passed to their thread. */
export interface ChannelConfig {
  baseUrl: string;
  mail: SmtpSettings | null;
  /** Where Slack is reached. */
  slackApiUrl: string;
  webhooks: { allowNetworks: readonly string[] };
}

/** A channel as it was set up. */
export interface ChannelSettings {
  chain: number;
  channelId: string;
  environment: Environment;
  options: JsonObject;
  secrets: JsonObject;
}

export interface Kind {
  /** One conversation for all, or a message for each person who is asked. */
  tells: 'conversation' | 'members';
  /** How many messages are sent at once. */
  atOnce: number;
  /** @throws {Failure} `invalid`, naming each field below `options`. */
  readOptions(given: JsonObject): JsonObject;
  /**
   * @param given the secrets of a new channel, or the former ones with those that change.
   * @throws {Failure} `invalid`, naming each field below `secrets`; no message repeats a secret.
   */
  readSecrets(given: JsonObject, options: JsonObject, where: Where): JsonObject;
  open(settings: ChannelSettings, deps: ChannelDeps): Channel;
}

/** Where a channel may send to. */
export interface Where {
  environment: Environment;
  allowNetworks: readonly string[];
}
