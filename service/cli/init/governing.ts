/**
 * Changes the service by the answers: enforcement, who approves, the catalogue, targets and policy. Done twice, it
 * changes nothing the second time.
 */
import { readFileSync } from 'node:fs';
import { readTargetsCsv } from '../../targets/index.ts';
import { type Answers, type CodingAgent, isCodingAgent, isFramework } from './answers.ts';
import { type Connection, Refusal } from './connection.ts';
import { serverOf, TOOL } from './programs.ts';

interface CurrentSettings {
  version: number;
  settings: Record<string, unknown>;
}

const POLICY = 'coding-agents';
const MAX_TARGETS_AT_ONCE = 1000;

/** @returns what was done, for people. */
export async function setMode(service: Connection, { mode }: Answers): Promise<string> {
  const { version, settings } = await service.ask<CurrentSettings>('GET', '/settings');
  if (settings.enforcement === mode) return `The settings say ${mode} already.`;
  const body = { settings: { ...settings, enforcement: mode }, expected_version: version };
  await service.ask('PUT', '/settings', body);
  return `The settings say ${mode} now, for every agent of the environment.`;
}

export async function setApprover(service: Connection, { approver }: Answers): Promise<string> {
  if (approver === 'dashboard') return `You decide in the dashboard: ${service.url}/approvals`;
  if (approver === 'slack') {
    const { channels = [] } = await service.ask<{ channels?: { kind?: string }[] }>('GET', '/channels');
    const has = channels.some(({ kind }) => kind === 'slack');
    return has
      ? 'A Slack channel gets each approval already.'
      : `Connect Slack, in four steps: ${service.url}/channels`;
  }
  return invite(service, approver);
}

/** A key can't invite, unless an owner allowed it that. */
async function invite(service: Connection, email: string): Promise<string> {
  const isIt = (each: { email: string | null }) => each.email?.toLowerCase() === email.toLowerCase();
  try {
    const { members } = await service.ask<{ members: { email: string | null }[] }>('GET', '/members');
    if (members.some(isIt)) return `${email} is a member already.`;
    const path = '/members/invitations';
    const { invitations } = await service.ask<{ invitations: { email: string | null }[] }>('GET', path);
    if (invitations.some(isIt)) return `${email} is invited already.`;
    const { link } = await service.ask<{ link: string }>('POST', path, { email, role: 'approver' });
    return `${email} is invited as an approver, by this link, which works once: ${link}`;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 403) throw error;
    return `This key can't invite. Where the service runs: npx assize members invite ${email} --role approver`;
  }
}

interface Imported {
  counts: { accepted: number; changed: number };
}

/** @param recordsFile the targets of the workspace, which the installation of the hook wrote. */
export async function importKnowledge(
  service: Connection,
  { agent }: Answers,
  recordsFile: string | undefined,
): Promise<string[]> {
  if (isFramework(agent)) {
    const server = serverOf(agent);
    const asked = { source: { tools: [TOOL] }, format: 'mcp', ...(server !== undefined && { server }) };
    return [said(`the tool ${TOOL.name}`, await importTools(service, asked))];
  }
  if (!isCodingAgent(agent)) return [];
  const ready = catalogueOf(agent);
  return [
    said(`the tools of ${ready}`, await importTools(service, { ready })),
    ...(recordsFile === undefined ? [] : [await importTargets(service, recordsFile)]),
    await importPolicy(service),
  ];
}

const catalogueOf = (agent: CodingAgent) => (agent === 'claude-code' ? agent : 'coding-agents');

const importTools = (service: Connection, asked: object) =>
  service.ask<Imported>('POST', '/tools/import', { ...asked, accept: true });

const said = (what: string, { counts }: Imported) =>
  counts.accepted + counts.changed > 0
    ? `The catalogue knows ${what} now.`
    : `The catalogue knows ${what} already.`;

async function importTargets(service: Connection, file: string): Promise<string> {
  const { records } = readTargetsCsv(readFileSync(file, 'utf8'));
  let added = 0;
  for (let from = 0; from < records.length; from += MAX_TARGETS_AT_ONCE) {
    const targets = records.slice(from, from + MAX_TARGETS_AT_ONCE);
    added += (await service.ask<{ added: unknown[] }>('POST', '/targets', { targets })).added.length;
  }
  return added === 0
    ? 'The targets of the workspace are known already.'
    : `${added} targets of the workspace are known now.`;
}

async function importPolicy(service: Connection): Promise<string> {
  interface Policy {
    active_version: number | null;
    latest_version: number;
  }
  const found = await service.find<Policy>(`/policies/${POLICY}`);
  if (found !== null && found.active_version !== null) return `The policy ${POLICY} is in force already.`;
  let version = found?.latest_version;
  if (version === undefined) {
    const { about, ...document } = await service.ask<{ about: string }>('GET', `/policy-packs/${POLICY}`);
    version = (await service.ask<{ version: number }>('POST', '/policies', document)).version;
  }
  await service.ask('POST', `/policies/${POLICY}/activate`, { version, expected_version: null });
  return `The policy ${POLICY} is in force now.`;
}
