/** The agent's own key, which is kept in one file of this user. One that still works is kept. */
import { homedir } from 'node:os';
import path from 'node:path';
import { parseJson } from '@assize/evidence-format';
import type { Scope } from '../../keys/index.ts';
import { type Agent, type Answers, isCodingAgent, isFramework } from './answers.ts';
import { Connection, type Me } from './connection.ts';
import { read } from './files.ts';

/** It asks, reports outcomes, and reads whether it was approved. */
const SCOPES: readonly Scope[] = ['governance:evaluate', 'evidence:read', 'evidence:write'];

export interface Kept {
  url?: string;
  key?: string;
}

/** The file that holds the agent's key and the address. */
export function keyFileFor(agent: Agent, folder: string): string {
  if (isFramework(agent)) return path.join(folder, '.env');
  return path.join(homedir(), '.assize', isCodingAgent(agent) ? 'hook.json' : 'gateway.json');
}

/** @returns the address and the key that the file has, as far as it has them. */
export function keptIn(agent: Agent, file: string): Kept {
  const text = read(file);
  if (text === undefined) return {};
  if (isFramework(agent)) {
    const { ASSIZE_URL: url, ASSIZE_KEY: key } = Object.fromEntries(
      [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    ) as Record<string, string | undefined>;
    return { ...(url !== undefined && { url }), ...(key !== undefined && { key }) };
  }
  const settings = fieldsIn(file, text);
  const { url, key } = (isCodingAgent(agent) ? settings : (settings.assize ?? {})) as Record<string, unknown>;
  return { ...(typeof url === 'string' && { url }), ...(typeof key === 'string' && { key }) };
}

/** Reads a file of settings. @throws where it is not JSON. */
export function fieldsIn(file: string, text: string): Record<string, unknown> {
  try {
    return Object(parseJson(text.replace(/^\uFEFF/, '')));
  } catch {
    throw new Error(`${file} is not valid JSON. Correct it, or move it away.`);
  }
}

/** Whether the kept key can be used for these answers. */
export async function isGood({ url, environment }: Answers, agentId: string, kept: Kept): Promise<boolean> {
  if (kept.key === undefined || (kept.url ?? url).replace(/\/+$/, '') !== url) return false;
  const me = await new Connection(url, kept.key).ask<Me>('GET', '/me').catch(() => null);
  return (
    me?.environment === environment &&
    (me.agent_id ?? agentId) === agentId &&
    SCOPES.every((scope) => me.scopes.includes(scope))
  );
}

/** @returns the secret of a new key. Hooks and gateways share theirs between agents, so it belongs to none of them. */
export async function makeKey(
  service: Connection,
  { agent, environment }: Answers,
  agentId: string,
): Promise<string> {
  const owner = isFramework(agent) ? { agent_id: agentId } : {};
  const body = { name: `${agentId} (assize init)`, environment, scopes: SCOPES, ...owner };
  return (await service.ask<{ key: string }>('POST', '/api-keys', body)).key;
}
