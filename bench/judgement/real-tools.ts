/**
 * Compares the entries that the import proposes for real tools of MCP servers with entries that were written by hand
 * before. A proposal is too light if it lets something pass that should be asked about, and too strict if it asks in vain.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Effect, TargetRole } from '@assize/act-reading/targets';
import type { ResultSource, ToolEntry, ToolTarget } from '@assize/act-reading/tools';
import { proposeFromDocument } from '@assize/act-reading/tools/import';
import { parse } from 'yaml';
import type { Table } from '../report.ts';

interface WantedTarget {
  path: string;
  role: TargetRole;
  /** A place that is not the tenant's: a page, a host. */
  outside?: boolean;
}

export interface Wanted {
  /** The gravest, for a tool that does several things. */
  effect: Effect;
  targets: WantedTarget[];
  result: ResultSource;
}

export interface RealServer {
  server: string;
  source: string;
  tools: { name: string; description: string; inputSchema: Record<string, unknown>; wanted: Wanted }[];
}

/** From the best. `other`: another effect of the same weight, so that another question is asked. */
const READINGS = ['right', 'other', 'too strict', 'too light'] as const;
type Reading = (typeof READINGS)[number];
const FIELDS = ['effect', 'targets', 'result'] as const;

interface Compared {
  tool: string;
  wanted: Wanted;
  entry: ToolEntry;
  effect: Reading;
  targets: Reading;
  result: Reading;
}

export function readRealServers(): RealServer[] {
  const folder = path.join(import.meta.dirname, 'real-tools');
  return readdirSync(folder)
    .sort()
    .flatMap((file) => parse(readFileSync(path.join(folder, file), 'utf8')).servers as RealServer[]);
}

export function realToolTables(servers: readonly RealServer[]): Table[] {
  const compared = servers.flatMap(compareServer);
  return [
    { name: `proposals for real tools (${servers.length} servers)`, rows: countsOf(compared) },
    { name: 'effects of real tools that were misread', rows: misreadEffects(compared) },
  ];
}

export function compareServer({ server, tools }: RealServer): Compared[] {
  const listed = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const { entries } = proposeFromDocument(JSON.parse(JSON.stringify({ tools: listed })), { server });
  return tools.map(({ name, wanted }) => {
    const entry = entries.find((one) => one.entry.tool === name)?.entry;
    if (entry === undefined) throw new Error(`The import proposes nothing for ${server}.${name}.`);
    return {
      tool: `${server}.${name}`,
      wanted,
      entry,
      effect: readingOfEffect(wanted.effect, entry.effect ?? 'read'),
      targets: readingOfTargets(wanted, entry),
      result: readingOfResult(wanted.result, entry.result),
    };
  });
}

const weightOf = (effect: Effect) => (effect === 'read' ? 0 : effect === 'write' ? 1 : 2);

function readingOfEffect(wanted: Effect, proposed: Effect): Reading {
  if (wanted === proposed) return 'right';
  const weight = weightOf(proposed) - weightOf(wanted);
  return weight === 0 ? 'other' : weight < 0 ? 'too light' : 'too strict';
}

function readingOfTargets(
  { effect, targets: wanted }: Wanted,
  { targets, effect: own = 'read' }: ToolEntry,
): Reading {
  const needed = wanted.filter((target) => mustStand(target, effect));
  if (needed.some((target) => !targets.some(stands(target, effect)))) return 'too light';
  const hasExtra = targets.some(
    (target) => isAskedAbout(target, own) && !wanted.some((one) => one.path === target.path),
  );
  return hasExtra ? 'too strict' : 'right';
}

const REACHES_OTHERS: readonly Effect[] = ['send', 'share', 'pay', 'book'];
const isParty = (role: TargetRole) => role === 'recipient' || role === 'payee' || role === 'grantee';

/** Things of the tenant's own that are only read or written need not be known. */
function mustStand({ role, outside = false }: WantedTarget, effect: Effect): boolean {
  if (isParty(role) || outside) return true;
  return weightOf(effect) === 2 && (role === 'object' || REACHES_OTHERS.includes(effect));
}

/** Someone stands behind the id of what is sent or paid, so that it may be entered as an object. */
function stands(wanted: WantedTarget, effect: Effect): (target: ToolTarget) => boolean {
  const isBehindId = effect === 'send' || effect === 'pay';
  return ({ path: at, role }) => at === wanted.path && (!isParty(wanted.role) || isParty(role) || isBehindId);
}

/** Whether laws ask about the target if it is unknown. */
function isAskedAbout({ role, kind, effect: only }: ToolTarget, own: Effect): boolean {
  const effect = only ?? own;
  if (effect === 'read') return false;
  if (REACHES_OTHERS.includes(effect)) return role !== 'object' && role !== 'program';
  if (role === 'place') return kind === 'url' || kind === 'domain';
  return role === 'payee' || role === 'grantee' || (role === 'recipient' && effect !== 'write');
}

function readingOfResult(wanted: ResultSource, proposed: ResultSource | undefined): Reading {
  if (wanted === proposed) return 'right';
  return wanted === 'content' ? 'too light' : 'too strict';
}

function countsOf(compared: readonly Compared[]) {
  const counted = (proposed: string, readingOf: (one: Compared) => Reading) => {
    const count = (is: Reading) => compared.filter((one) => readingOf(one) === is).length;
    return { proposed, ...Object.fromEntries(READINGS.map((is) => [is, count(is)])) };
  };
  const worst = (one: Compared) => READINGS.findLast((reading) => FIELDS.some((is) => one[is] === reading));
  return [
    ...FIELDS.map((field) => counted(field, (one) => one[field])),
    counted('all three, by the worst', (one) => worst(one) ?? 'right'),
  ];
}

/** The most frequent first, with up to three tools each. */
function misreadEffects(compared: readonly Compared[]) {
  const misread = compared.filter(({ effect }) => effect !== 'right');
  const pairs = Map.groupBy(misread, ({ wanted, entry }) => `${wanted.effect}, read as ${entry.effect}`);
  const namesOf = (all: readonly Compared[]) => all.map(({ tool }) => tool).slice(0, 3);
  return [...pairs]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([wanted, all]) => ({ wanted, tools: all.length, 'such as': namesOf(all).join(', ') }));
}
