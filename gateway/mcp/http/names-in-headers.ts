/**
 * Headers that repeat names of a request (SEP-2243, since 2026-07-28), so that intermediaries can route by them. They
 * must agree with the body, which is what gets judged.
 */
import type { IncomingMessage } from 'node:http';
import { isFields, isRequest, type Message } from '../message.ts';
import type { Refusal } from './answers.ts';

const HEADER_MISMATCH = -32020;
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};
const ENCODED = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/;

/**
 * @param areNeeded false where the wrapped server itself checks which are present
 * @returns why the request is refused; undefined where header and body agree
 */
export function mismatch(
  { headers }: IncomingMessage,
  message: Message,
  areNeeded: boolean,
): Refusal | undefined {
  if (!isRequest(message)) return undefined;
  const { id, method, params } = message;
  const refused = (name: string): Refusal => ({
    status: 400,
    code: HEADER_MISMATCH,
    message: `The header ${name} is missing, or differs from the body.`,
    id,
  });
  if (areNeeded && headers['mcp-protocol-version'] === undefined) return refused('MCP-Protocol-Version');
  if (areNeeded && headers['mcp-method'] === undefined) return refused('Mcp-Method');
  const field = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined;
  const named = field === undefined || !isFields(params) ? undefined : params[field];
  if (typeof named !== 'string') return undefined;
  const shown = decoded(headers['mcp-name']);
  return shown === named || (shown === undefined && !areNeeded) ? undefined : refused('Mcp-Name');
}

function decoded(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  const [, encoded] = ENCODED.exec(text?.trim() ?? '') ?? [];
  return encoded === undefined ? text?.trim() : Buffer.from(encoded, 'base64').toString('utf8');
}
