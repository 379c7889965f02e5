/**
 * Admits requests by HTTP: to a name that it answers to, not from a page of another origin, and with the key of an
 * agent that it knows.
 */
import type { IncomingMessage } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { Agent, Listen } from '../../configuration/configuration.ts';
import type { Gateway } from '../gateway.ts';
import type { Refusal } from './answers.ts';

/** A name that only points to this machine is refused: a web page could reach it that way (DNS rebinding). */
export function refusedHost(
  { headers }: IncomingMessage,
  { host, hosts, origins }: Listen,
): Refusal | undefined {
  const allowed = [...localhostAllowedHostnames(), host, `[${host}]`, ...hosts];
  if (!validateHostHeader(headers.host, allowed).ok) {
    return { status: 403, message: 'The gateway does not answer to this Host.' };
  }
  const { origin } = headers;
  if (origin === undefined || origins.includes(origin) || isSame(origin, headers.host)) return undefined;
  return { status: 403, message: 'The gateway does not answer to this Origin.' };
}

function isSame(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** @returns the agent whose key the request shows */
export function agentOf({ headers }: IncomingMessage, gateway: Gateway): Agent | undefined {
  const [, key] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return key === undefined ? undefined : gateway.agentWith(key);
}
