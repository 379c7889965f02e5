/**
 * A call as the client sent it: the tool and its arguments, and what it tells the gateway beside them, in `_meta` or in
 * headers: an approval, a mandate, the task, the agent's session. None of these reaches the server.
 */
import { MAX_TASK_CHARACTERS } from '../../plans.ts';
import type { Governance } from '../governance.ts';
import { type Fields, isFields, metaOf, type Request } from '../message.ts';
import { isOwnState } from '../questions/elicitation.ts';
import { callKey } from './remembered-calls.ts';

export const APPROVAL = 'dev.assize/approval-id';
export const MANDATE = 'dev.assize/mandate-id';
export const SESSION = 'dev.assize/session-id';
export const TASK = 'dev.assize/task';

export interface NamedCall {
  tool: string;
  arguments: unknown;
  mandateId: string | undefined;
  approvalId: string | undefined;
  /** The agent's own session, if it names one: it may span several servers. */
  sessionId: string | undefined;
  /** Only where there is no mandate. */
  task: string | undefined;
  /** The message to forward, without the fields meant for the gateway. */
  request: Request;
  key: string;
}

export interface SentCall {
  request: Request;
  governance: Pick<Governance, 'agent'>;
  /** The headers of the client's own request, where it came by HTTP. */
  headers: Headers | undefined;
}

/** @returns why it is none, in words that don't repeat it. */
export function namedCall({ request, governance, headers }: SentCall): NamedCall | string {
  const { name, arguments: given, _meta, ...others } = forServer(request.params ?? {});
  if (typeof name !== 'string' || (given !== undefined && !isFields(given))) {
    return 'A call needs the name of a tool, and arguments in an object.';
  }
  const {
    [APPROVAL]: approval,
    [MANDATE]: mandate,
    [SESSION]: session,
    [TASK]: inMeta,
    ...meta
  } = metaOf(request);
  const { agent } = governance;
  const mandateId = textOf(mandate) ?? headers?.get('assize-mandate') ?? agent.mandate;
  const sessionId = textOf(session) ?? headers?.get('assize-session') ?? undefined;
  const task = textOf(inMeta) ?? decoded(headers?.get('assize-task')) ?? agent.task;
  if (sessionId !== undefined && !SESSION_ID.test(sessionId)) {
    return 'The session of a call is a name of at most 200 letters, digits and signs of ASCII.';
  }
  if (task !== undefined && (task.includes(UNREADABLE) || task.length > MAX_TASK_CHARACTERS)) {
    return `The task of a call is a text of at most ${MAX_TASK_CHARACTERS} characters. In a header, percent-encode it in UTF-8.`;
  }
  const params = {
    ...others,
    name,
    ...(given === undefined ? {} : { arguments: given }),
    ...(_meta === undefined ? {} : { _meta: meta }),
  };
  return {
    tool: name,
    arguments: given,
    mandateId,
    approvalId: textOf(approval) ?? headers?.get('assize-approval') ?? undefined,
    sessionId,
    task: mandateId === undefined ? task : undefined,
    request: { ...request, params },
    key: callKey({ tool: name, arguments: given }),
  };
}

const SESSION_ID = /^[\x21-\x7e]{1,200}$/;
/** In a text it would be no task either. */
const UNREADABLE = '\0';

/** A header in ASCII, percent-encoded in UTF-8, with or without the prefix of RFC 8187. */
function decoded(header: string | null | undefined): string | undefined {
  if (header == null || header === '') return undefined;
  const [, encoded = header] = /^utf-8'[\w-]*'(.*)$/i.exec(header) ?? [];
  // Nothing else could be told from a text in another encoding.
  if (!/^[\x20-\x7e]+$/.test(encoded)) return UNREADABLE;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return UNREADABLE;
  }
}

/** Without the answer to a question of the gateway itself. */
function forServer(params: Fields): Fields {
  if (!isOwnState(params.requestState)) return params;
  const { requestState, inputResponses, ...others } = params;
  return others;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Since 2026-07-28, headers may repeat arguments (SEP-2243), so that intermediaries can route by them. */
export function repeatsArguments(headers: Headers | undefined): boolean {
  return headers !== undefined && [...headers.keys()].some((name) => name.startsWith('mcp-param-'));
}
