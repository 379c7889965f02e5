/**
 * A stand-in of a Slack workspace with one app, written from Slack's published documentation: its conversations, tokens,
 * limits and error codes. The methods answer as the Web API does.
 */
import { blockFaults, viewFaults } from './block-kit.ts';

type Json = Record<string, unknown>;

export interface SlackMessage {
  channel: string;
  ts: string;
  text: string;
  blocks: Json[];
  /** How often it was changed. */
  edits: number;
}

export interface SlackView extends Json {
  id: string;
  blocks: Json[];
}

/** Slack closes a trigger after three seconds. */
const TRIGGER_LIFETIME_MS = 3000;
/** One message a second in a conversation; short bursts pass. */
const BURST = 5;
const TEXT_LIMIT = 40_000;

export class SlackWorkspace {
  readonly team = 'T0ASSIZE01';
  readonly app = 'A0ASSIZE01';
  readonly botToken = 'xoxb-1111111111-2222222222-standin';
  readonly appToken = 'xapp-1-A0ASSIZE01-3333333333-standin';
  readonly signingSecret = '8f742231b10e88889bcd99a0c1d285a5';
  readonly messages: SlackMessage[] = [];
  /** Messages that one person sees. */
  readonly private: { channel: string; user: string; text: string }[] = [];
  readonly views: SlackView[] = [];
  /** Each call, with its answer's code. */
  readonly calls: { method: string; given: Json; answer: string }[] = [];
  /** The error code that every use of a token gets, such as `token_revoked`. */
  tokenFault: string | null = null;
  /** Posting faster than Slack allows is refused. */
  limits = false;
  /** Where Socket Mode connects; the server sets it. */
  linkUrl = '';
  /** Each opens one connection. */
  readonly tickets = new Set<string>();
  readonly #conversations = new Map([['C0APPROVALS', { archived: false }]]);
  readonly #triggers = new Map<string, { until: number; used: boolean }>();
  readonly #posted = new Map<string, number[]>();
  #count = 0;

  get conversation(): string {
    return 'C0APPROVALS';
  }

  archive(conversation = this.conversation): void {
    this.#conversations.set(conversation, { archived: true });
  }

  newTrigger(): string {
    const id = `${this.next()}.1111111111.${'a'.repeat(32)}`;
    this.#triggers.set(id, { until: Date.now() + TRIGGER_LIFETIME_MS, used: false });
    return id;
  }

  next(): number {
    this.#count += 1;
    return this.#count;
  }

  /** @returns the answer, or a number of seconds to wait. */
  answer(method: string, token: string, given: Json): Json | number {
    const answer = this.#answer(method, token, given);
    const code =
      typeof answer === 'number' ? 'ratelimited' : answer.ok === true ? 'ok' : String(answer.error);
    this.calls.push({ method, given, answer: code });
    return answer;
  }

  #answer(method: string, token: string, given: Json): Json | number {
    if (token === '') return refused('not_authed');
    const wanted = method === 'apps.connections.open' ? this.appToken : this.botToken;
    if (token !== wanted) {
      return refused(
        [this.appToken, this.botToken].includes(token) ? 'not_allowed_token_type' : 'invalid_auth',
      );
    }
    if (this.tokenFault !== null) return refused(this.tokenFault);
    return METHODS[method]?.(this, given) ?? refused('unknown_method');
  }

  /** null where messages may be posted. */
  conversationFault(id: unknown): Json | null {
    const conversation = this.#conversations.get(String(id));
    if (conversation === undefined) return refused('channel_not_found');
    return conversation.archived ? refused('is_archived') : null;
  }

  /** @returns how many seconds to wait; null if a message may be posted now. */
  secondsToWait(conversation: string): number | null {
    const now = Date.now();
    const lately = (this.#posted.get(conversation) ?? []).filter((at) => at > now - BURST * 1000);
    this.#posted.set(conversation, [...lately, now]);
    return this.limits && lately.length >= BURST ? 1 : null;
  }

  takeTrigger(id: unknown): string | null {
    const trigger = this.#triggers.get(String(id));
    if (trigger === undefined) return 'invalid_trigger_id';
    if (trigger.until < Date.now()) return 'expired_trigger_id';
    if (trigger.used) return 'exchanged_trigger_id';
    trigger.used = true;
    return null;
  }
}

const METHODS: Record<string, (workspace: SlackWorkspace, given: Json) => Json | number> = {
  'apps.connections.open'({ tickets, linkUrl }) {
    const ticket = `ticket-${tickets.size}-${Date.now()}`;
    tickets.add(ticket);
    return { ok: true, url: `${linkUrl}?ticket=${ticket}` };
  },
  'auth.test': ({ team }) => ({
    ok: true,
    url: 'https://stand-in.slack.com/',
    team: 'Stand-in',
    user: 'assize',
    team_id: team,
    user_id: 'U0BOT00001',
    bot_id: 'B0BOT00001',
  }),
  'chat.postMessage'(workspace, given) {
    const fault = workspace.conversationFault(given.channel) ?? contentFault(given);
    if (fault !== null) return fault;
    const wait = workspace.secondsToWait(String(given.channel));
    if (wait !== null) return wait;
    const ts = `1764270000.${String(workspace.next()).padStart(6, '0')}`;
    const message = {
      channel: String(given.channel),
      ts,
      text: String(given.text),
      blocks: JSON.parse(String(given.blocks)) as Json[],
      edits: 0,
    };
    workspace.messages.push(message);
    return { ok: true, channel: message.channel, ts, message: { ...message, type: 'message' } };
  },
  'chat.update'(workspace, given) {
    const fault = workspace.conversationFault(given.channel) ?? contentFault(given);
    if (fault !== null) return fault;
    const message = workspace.messages.find(
      ({ ts, channel }) => ts === given.ts && channel === given.channel,
    );
    if (message === undefined) return refused('message_not_found');
    message.text = String(given.text);
    message.blocks = JSON.parse(String(given.blocks)) as Json[];
    message.edits += 1;
    return { ok: true, channel: message.channel, ts: message.ts, text: message.text };
  },
  'chat.postEphemeral'(workspace, given) {
    const fault = workspace.conversationFault(given.channel) ?? contentFault(given);
    if (fault !== null) return fault;
    workspace.private.push({
      channel: String(given.channel),
      user: String(given.user),
      text: String(given.text),
    });
    return { ok: true, message_ts: '1764270000.000001' };
  },
  'views.open'(workspace, given) {
    const problem = workspace.takeTrigger(given.trigger_id);
    if (problem !== null) return refused(problem);
    const view = JSON.parse(String(given.view)) as Json;
    const faults = viewFaults(view);
    if (faults.length > 0) return refused('invalid_arguments', faults);
    const opened = { ...view, id: `V${workspace.next()}`, team_id: workspace.team, app_id: workspace.app };
    workspace.views.push(opened as unknown as SlackView);
    return { ok: true, view: opened };
  },
};

function contentFault({ text, blocks, ...given }: Json): Json | null {
  if (typeof text !== 'string' || text === '') return refused('no_text');
  if (text.length > TEXT_LIMIT) return refused('msg_too_long');
  const faults = blockFaults(JSON.parse(String(blocks)), 'message');
  if (faults.length > 0) return refused('invalid_blocks', faults);
  return given.unfurl_links === 'true' ? refused('invalid_arguments') : null;
}

export function refused(error: string, messages: string[] = []): Json {
  return { ok: false, error, response_metadata: { messages: messages.map((each) => `[ERROR] ${each}`) } };
}
