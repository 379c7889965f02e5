/**
 * Targets in the evidence that nothing made known, and that no record of the tenant makes known now. Nothing is accepted
 * by itself: a human adds what is right.
 */

import type { ReadReach } from '@assize/act-reading/targets';
import type { Database } from '../database/open.ts';
import { mustBeKnown } from '../evaluation/question/index.ts';
import { factsOfRecord } from '../evaluation/record/index.ts';
import type { Period } from '../evidence/search/index.ts';
import type { GovernanceCache } from '../governance/index.ts';
import type { KnownTargets } from '../targets/known/index.ts';
import { type ReadPart, readEvaluations, requestOf } from './evaluations.ts';
import { readFields } from './held-report.ts';
import { type Seen, seenFields, Tally } from './tally.ts';

type Reached = Pick<ReadReach, 'kind' | 'value' | 'role' | 'effect'>;
export type TargetSuggestion = Reached & Seen;

export interface DomainSuggestion {
  domain: string;
  role: ReadReach['role'];
  effect: ReadReach['effect'];
  /** Different addresses of it that were approved. */
  addresses: number;
  approvedCount: number;
}

export interface TargetSuggestions {
  read: ReadPart;
  hasMore: boolean;
  targets: TargetSuggestion[];
  /** The most approved addresses first. */
  domains: DomainSuggestion[];
}

export interface TargetSuggestDeps {
  db: Database;
  governance: GovernanceCache;
  knownTargets: KnownTargets;
}

const MAX_SUGGESTIONS = 500;
const LEAST_ADDRESSES = 3;
/** Anyone can have an address there, so a record of the domain would know the whole world. */
const OF_EVERYONE = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com yahoo.co.uk yahoo.de icloud.com ' +
    'me.com mac.com aol.com proton.me protonmail.com pm.me gmx.de gmx.net gmx.com web.de t-online.de mail.com ' +
    'mail.ru yandex.ru yandex.com qq.com 163.com 126.com zoho.com fastmail.com tutanota.com tuta.io hey.com'
  ).split(' '),
);

export async function suggestTargets(
  { db, governance, knownTargets }: TargetSuggestDeps,
  chain: number,
  period: Period,
): Promise<TargetSuggestions> {
  const tally = new Tally<Reached>();
  const read = await readEvaluations(db, chain, period, (act) => {
    if (act.record === null) return;
    const { agent_id: agent } = requestOf(act.record);
    const counted = new Set<string>();
    for (const reach of factsOfRecord(act.record).act?.reaches ?? []) {
      if ('unreadable' in reach || reach.known !== null || !mustBeKnown(reach)) continue;
      const { kind, value, role, effect } = reach;
      const key = JSON.stringify([effect, role, kind, value]);
      if (counted.has(key)) continue;
      counted.add(key);
      tally.add(key, act, agent, () => ({ kind, value, role, effect }));
    }
  });
  const { targetsRevision } = await governance.of(chain);
  const all = tally.all();
  const targets: TargetSuggestion[] = [];
  let next = 0;
  for (; next < all.length && targets.length < MAX_SUGGESTIONS; next += 1) {
    const one = all[next] as TargetSuggestion;
    const reach = { kind: one.kind, value: one.value, role: one.role, effect: one.effect, path: '' };
    const agentId = one.agents.length === 1 ? (one.agents[0] ?? null) : null;
    const [known] = await knownTargets.find(chain, targetsRevision, {
      agentId,
      reaches: [reach],
      at: period.to,
    });
    if (known?.by !== 'record') targets.push(one);
  }
  return { read, hasMore: tally.isFull || next < all.length, targets, domains: domainsOf(targets) };
}

function domainsOf(targets: readonly TargetSuggestion[]): DomainSuggestion[] {
  const found = new Map<string, DomainSuggestion>();
  for (const { kind, value, role, effect, approvedCount } of targets) {
    if (kind !== 'email' || approvedCount === 0) continue;
    const domain = value.slice(value.lastIndexOf('@') + 1);
    if (OF_EVERYONE.has(domain)) continue;
    const key = `${domain} ${role} ${effect}`;
    const group = found.get(key) ?? { domain, role, effect, addresses: 0, approvedCount: 0 };
    group.addresses += 1;
    group.approvedCount += approvedCount;
    found.set(key, group);
  }
  return [...found.values()]
    .filter(({ addresses }) => addresses >= LEAST_ADDRESSES)
    .sort((one, other) => other.addresses - one.addresses);
}

/** Lines that `targets import` takes, with the header. One agent's target is for that agent alone. */
export function csvOfTargets(targets: readonly TargetSuggestion[]): string[] {
  const lines = targets.map(({ kind, value, role, effect, agents }) => {
    const agent = agents.length === 1 ? (agents[0] ?? '') : '';
    return [kind, value, role, agent, effect].map(quoted).join(',');
  });
  return ['kind,value,role,agent,effect', ...lines];
}

function quoted(text: string): string {
  return /^[\w.@/:-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
}

export function targetSuggestionFields({ read, hasMore, targets, domains }: TargetSuggestions) {
  return {
    ...readFields(read),
    has_more: hasMore,
    targets: targets.map(({ kind, value, role, effect, ...seen }) => {
      return { kind, value, role, effect, ...seenFields(seen) };
    }),
    domains: domains.map(({ approvedCount: approved_count, ...domain }) => ({ ...domain, approved_count })),
  };
}
