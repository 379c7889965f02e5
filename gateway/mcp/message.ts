/**
 * JSON-RPC messages as the transports hand them over, told apart by their members, and the answers of the gateway
 * itself. The codes are those of JSON-RPC 2.0, section 5.1.
 */
import type {
  JSONRPCErrorResponse,
  JSONRPCMessage,
  JSONRPCNotification,
  JSONRPCRequest,
  JSONRPCResultResponse,
  RequestId,
} from '@modelcontextprotocol/server';

export type Message = JSONRPCMessage;
export type Request = JSONRPCRequest;
export type Notification = JSONRPCNotification;
export type Answer = JSONRPCResultResponse | JSONRPCErrorResponse;
export type Id = RequestId;
export type Fields = Record<string, unknown>;

export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/**
 * @returns undefined for anything but a JSON-RPC message, such as a batch, or an answer with both result and error
 */
export function messageIn(value: unknown): Message | undefined {
  if (!isFields(value) || value.jsonrpc !== '2.0') return undefined;
  const { jsonrpc, id, method, params, result, error, ...others } = value;
  if (Object.keys(others).length > 0 || ('id' in value && !isId(id))) return undefined;
  const isQuestion = typeof method === 'string' && (params === undefined || isFields(params));
  const isResult = isFields(result) && id !== undefined;
  const isError = isFields(error) && Number.isInteger(error.code) && typeof error.message === 'string';
  const isOne =
    ('method' in value && isQuestion && !('result' in value) && !('error' in value)) ||
    (!('method' in value) &&
      !('params' in value) &&
      (isResult ? !('error' in value) : isError && !('result' in value)));
  return isOne ? (value as unknown as Message) : undefined;
}

/**
 * @returns the error that a client gets for a malformed answer to its request, since it would wait forever; undefined
 * for everything else
 */
export function brokenAnswer(value: unknown): Answer | undefined {
  if (!isFields(value) || !isId(value.id) || 'method' in value) return undefined;
  const isBoth = 'result' in value && 'error' in value;
  const what = isBoth ? 'with a result and an error at once' : 'in a form that JSON-RPC does not know';
  return errorAnswer(value.id, INTERNAL_ERROR, `The server answered ${what}.`);
}

export function tooLarge(maxBytes: number): string {
  return `The server gave an answer of more than ${maxBytes} bytes, which is not passed on (maxAnswerMB).`;
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

export function isRequest(message: Message): message is Request {
  return 'method' in message && 'id' in message;
}

export function isNotification(message: Message): message is Notification {
  return 'method' in message && !('id' in message);
}

/** @param id absent where the request is unknown */
export function errorAnswer(id: Id | undefined, code: number, message: string): JSONRPCErrorResponse {
  return { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code, message } };
}

/** A tool's answer that the model reads, and can act on. */
export function refusal(id: Id, text: string, meta: Fields = {}, isModern = false): JSONRPCResultResponse {
  const _meta = Object.keys(meta).length === 0 ? {} : { _meta: meta };
  const result = { ..._meta, content: [{ type: 'text', text }], isError: true };
  return { jsonrpc: '2.0', id, result: isModern ? { resultType: 'complete', ...result } : result };
}

export function isAnswer(message: Message): message is Answer {
  return !('method' in message);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The `_meta` of a request. */
export function metaOf(message: { params?: { _meta?: unknown } | undefined }): Fields {
  const meta = message.params?._meta;
  return isFields(meta) ? meta : {};
}

/** Since 2026-07-28 each request gives its version; before, `initialize` gave it once. */
export function isModern(message: { params?: { _meta?: unknown } | undefined }): boolean {
  return typeof metaOf(message)['io.modelcontextprotocol/protocolVersion'] === 'string';
}

/** Writing a deeper message could crash the process: parsing JSON has no depth limit, but writing it recurses. */
const MAX_DEPTH = 500;

export function isTooDeep(message: Message): boolean {
  let level: unknown[] = [message];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const member of Object.values(value)) {
        if (typeof member === 'object' && member !== null) next.push(member);
      }
    }
    level = next;
  }
  return false;
}
