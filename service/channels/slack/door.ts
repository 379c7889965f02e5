/**
 * Where Slack's requests enter, over HTTP or over a connection: finds the tenant's channels, and hands its members, the
 * store of answers and the cards to the handling.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { memberBehind, type TieDeps, tieAccount } from '../accounts/index.ts';
import type { Card } from '../card.ts';
import type { Answer } from '../channel.ts';
import { type SlackApi, type SlackNetwork, slackApi } from './api.ts';
import { faultOf } from './faults.ts';
import type { HandleDeps, Handled } from './interaction/handle.ts';
import { type DepsFor, receivePayload, receiveRequest } from './interaction/receive.ts';
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
  /** The enabled channels of a tenant, in both environments; none for an unknown tenant. */
  slackOf(tenantId: string): Promise<OpenedSlack[]>;
  /** Stores an answer for good, once for each `answerId` of the channel's chain. */
  takeIn(channel: OpenedSlack, answer: Answer): Promise<void>;
  cardOf(channel: OpenedSlack, approvalId: string): Promise<Card | null>;
  network(): Promise<SlackNetwork>;
  /** Where a member makes a code. */
  accountPage: string;
  log: { warn(about: object, message: string): void };
}

/** The answer to Slack. */
export interface SlackAnswered {
  answer: JsonObject | null;
  /** Call it once the answer is sent; it never throws. */
  afterwards(): void;
}

export interface SlackDoor {
  /** @throws {Failure} as {@link receiveRequest}. */
  receive(tenantId: string, request: SignedRequest): Promise<SlackAnswered>;
  /** For a payload over the connection that these channels share, which Slack has authenticated. */
  receiveOver(channels: readonly OpenedSlack[], payload: JsonValue): Promise<SlackAnswered>;
  /** Waits for no view that is being opened. */
  close(): Promise<void>;
}

export function slackDoor(deps: DoorDeps): SlackDoor {
  const stopping = new AbortController();

  async function within(work: (depsFor: DepsFor<OpenedSlack>) => Promise<Handled>): Promise<SlackAnswered> {
    const network = await deps.network();
    const opened: SlackApi[] = [];
    const { answer, afterwards } = await work((channel) => {
      const api = slackApi(channel.secrets.bot_token, network);
      opened.push(api);
      return handleDeps(deps, channel, api);
    });
    return {
      answer,
      afterwards() {
        void afterwards(stopping.signal)
          .catch((error: unknown) => {
            const { fault, message: problem } = faultOf(error);
            deps.log.warn({ fault, problem }, 'could not open a view in Slack');
          })
          .finally(() => Promise.all(opened.map((api) => api.close())));
      },
    };
  }

  return {
    async receive(tenantId, request) {
      const channels = await deps.slackOf(tenantId);
      return within((depsFor) => receiveRequest(channels, depsFor, request, deps.clock.now()));
    },
    receiveOver: (channels, payload) => within((depsFor) => receivePayload(channels, depsFor, payload)),
    async close() {
      stopping.abort();
    },
  };
}

function handleDeps(deps: DoorDeps, channel: OpenedSlack, api: SlackApi): HandleDeps {
  const typing = (account: string) => ({ tenantId: channel.tenantId, kind: 'slack', account });
  return {
    api,
    accountPage: deps.accountPage,
    isTied: async (account) => (await memberBehind(deps.db, typing(account))) !== null,
    tie: (account, code) => tieAccount(deps, typing(account), code),
    takeIn: (answer) => deps.takeIn(channel, answer),
    cardOf: (approvalId) => deps.cardOf(channel, approvalId),
  };
}
