/**
 * Where Slack's requests enter, over HTTP or over a connection: finds the channel, and hands its tenant's members, the
 * store of answers and the cards to the handling.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { Failure } from '../../foundation/failure.ts';
import { memberBehind, type TieDeps, tieAccount } from '../accounts/index.ts';
import type { Card } from '../card.ts';
import type { Answer } from '../channel.ts';
import { type SlackApi, type SlackNetwork, slackApi } from './api.ts';
import { faultOf } from './faults.ts';
import type { Handled } from './interaction/handle.ts';
import { type ReceiveDeps, receivePayload, receiveRequest } from './interaction/receive.ts';
import type { SignedRequest } from './interaction/signature.ts';
import type { SlackOptions, SlackSecrets } from './settings.ts';

/** A channel of kind `slack`, with its secrets opened. */
export interface OpenedSlack {
  chain: number;
  channelId: string;
  tenantId: string;
  options: SlackOptions;
  secrets: SlackSecrets;
}

export interface DoorDeps extends TieDeps {
  /** null if there is no such channel, or it is disabled. */
  findSlack(channelId: string): Promise<OpenedSlack | null>;
  /** Stores an answer for good, once for each `answerId` of the channel's chain. */
  takeIn(channel: OpenedSlack, answer: Answer): Promise<void>;
  cardOf(channel: OpenedSlack, approvalId: string): Promise<Card | null>;
  network(): Promise<SlackNetwork>;
  /** Where a member makes a code. */
  accountPage: string;
  log: { warn(about: object, message: string): void };
}

/** What Slack is answered. */
export interface SlackAnswered {
  answer: JsonObject | null;
  /** Call it once the answer is sent; it never throws. */
  afterwards(): void;
}

export interface SlackDoor {
  /** @throws {Failure} `not_found`; as {@link receiveRequest}. */
  receive(channelId: string, request: SignedRequest): Promise<SlackAnswered>;
  /** For a payload over the channel's own connection, which Slack has authenticated. */
  receiveOver(channel: OpenedSlack, payload: JsonValue): Promise<SlackAnswered>;
  /** Waits for no view that is being opened. */
  close(): Promise<void>;
}

export function slackDoor(deps: DoorDeps): SlackDoor {
  const stopping = new AbortController();

  async function within(
    channel: OpenedSlack,
    work: (receive: ReceiveDeps) => Promise<Handled>,
  ): Promise<SlackAnswered> {
    const api = slackApi(channel.secrets.bot_token, await deps.network());
    const { answer, afterwards } = await work(receiveDeps(deps, channel, api));
    return {
      answer,
      afterwards() {
        void afterwards(stopping.signal)
          .catch((error: unknown) => {
            const { fault, message: problem } = faultOf(error);
            deps.log.warn({ channel: channel.channelId, fault, problem }, 'could not open a view in Slack');
          })
          .finally(() => api.close());
      },
    };
  }

  return {
    async receive(channelId, request) {
      const channel = await deps.findSlack(channelId);
      if (channel === null) throw new Failure('not_found', 'There is no such channel.');
      return within(channel, (receive) => receiveRequest(receive, request, deps.clock.now()));
    },
    receiveOver: (channel, payload) => within(channel, (receive) => receivePayload(receive, payload)),
    async close() {
      stopping.abort();
    },
  };
}

function receiveDeps(deps: DoorDeps, channel: OpenedSlack, api: SlackApi): ReceiveDeps {
  const typing = (account: string) => ({ tenantId: channel.tenantId, kind: 'slack', account });
  return {
    api,
    options: channel.options,
    signingSecret: channel.secrets.signing_secret,
    accountPage: deps.accountPage,
    isTied: async (account) => (await memberBehind(deps.db, typing(account))) !== null,
    tie: (account, code) => tieAccount(deps, typing(account), code),
    takeIn: (answer) => deps.takeIn(channel, answer),
    cardOf: (approvalId) => deps.cardOf(channel, approvalId),
  };
}
