/**
 * The matters of a tenant that need a person now, each with its number and the first few by name. Bounded work: a
 * list of any length is read only as far as it is shown or counted.
 */
import type { Viewer } from '../../approvals/asked/index.ts';
import { listAsked } from '../../approvals/finding/index.ts';
import { type BudgetStatus, listBudgets } from '../../budgets/index.ts';
import { listChannels } from '../../channels/settings/index.ts';
import { usdOf } from '../../foundation/money.ts';
import { haltsOf } from '../../governance/halts/index.ts';
import { unreportedIncidents } from '../../incidents/index.ts';
import { openAlarms } from '../../proof/alarms/index.ts';
import { listSinks, sinkStatus } from '../../siem/sinks/index.ts';
import type { Environment } from '../../tenants/index.ts';
import { listEndpoints } from '../../webhooks/endpoints/index.ts';
import { agentsWithoutOwner } from './agents-without-owner.ts';
import type { Found, Subject } from './found.ts';
import { keysThatExpire } from './keys-that-expire.ts';

/** In the order in which a person should look at them. */
export const ATTENTION_KINDS = [
  'alarms',
  'incidents',
  'halts',
  'channels',
  'webhooks',
  'sinks',
  'approvals',
  'budgets',
  'keys',
  'agents',
] as const;
type Kind = (typeof ATTENTION_KINDS)[number];

type AttentionDeps = Parameters<typeof listAsked>[0];
type Asking = Viewer & { tenantId: string; environment: Environment };
interface Look {
  deps: AttentionDeps;
  viewer: Asking;
  at: number;
}

const MOST_NAMED = 3;
/** The share at which Budget Conservation warns. */
const NEARLY = 0.8;

const LOOK_FOR: Record<Kind, (look: Look) => Promise<Found>> = {
  alarms: async ({ deps, viewer }) =>
    found(await openAlarms(deps.db, viewer.chain), ({ alarmId, message, raisedAt }) => {
      return { id: alarmId, name: message, at: raisedAt };
    }),
  incidents: async ({ deps, viewer }) =>
    found(await unreportedIncidents(deps.db, viewer.chain), ({ incident_id, severity, report_due_at }) => {
      return { id: incident_id, name: severity, at: report_due_at };
    }),
  halts: async ({ deps, viewer }) => {
    const halts = haltsOf(deps.db, viewer.chain).where('lifted_at', 'is', null).orderBy('halted_at');
    return found(await halts.execute(), ({ halt_id, agent_id, halted_at }) => {
      return { id: halt_id, name: agent_id ?? '', at: halted_at };
    });
  },
  channels: async ({ deps, viewer }) =>
    found((await listChannels(deps.db, viewer.chain)).filter(isDead), (channel) => {
      return { id: channel.channel_id, name: channel.name, at: deadSince(channel) };
    }),
  webhooks: async ({ deps, viewer }) =>
    found((await listEndpoints(deps.db, viewer.chain)).filter(isDead), (endpoint) => {
      return { id: endpoint.endpoint_id, name: new URL(endpoint.url).host, at: deadSince(endpoint) };
    }),
  sinks: async ({ deps, viewer }) => {
    const failing = (await listSinks(deps.db, viewer.chain)).filter((sink) => sinkStatus(sink) === 'failing');
    return found(failing, ({ sink_id, name, failing_since }) => {
      return { id: sink_id, name, at: failing_since };
    });
  },
  approvals: async ({ deps, viewer }) => {
    const { items, total } = await listAsked(deps, viewer, {}, MOST_NAMED);
    const first = items.map(({ approval_id, action, expires_at }) => {
      return { id: approval_id, name: action, at: expires_at };
    });
    return { count: total, first };
  },
  budgets: async ({ deps, viewer, at }) =>
    found((await listBudgets(deps.db, viewer.chain, at)).filter(isNearlySpent), ({ budget }) => {
      return { id: budget.budget_id, name: budget.name, at: null };
    }),
  keys: ({ deps, viewer, at }) => keysThatExpire(deps.db, viewer, at, MOST_NAMED),
  agents: ({ deps, viewer }) => agentsWithoutOwner(deps.db, viewer, MOST_NAMED),
};

/** Only who manages keys sees these, as in the lists of them. */
const MANAGED: readonly Kind[] = ['channels', 'webhooks', 'keys'];

/** Looks for what the viewer may see. @returns only kinds of which there is something. */
export async function needsAttention(
  deps: AttentionDeps,
  viewer: Asking,
): Promise<(Found & { kind: Kind })[]> {
  const at = deps.clock.now();
  const manages = viewer.scopes.has('keys:manage');
  const seen = ATTENTION_KINDS.filter((kind) => manages || !MANAGED.includes(kind));
  const looked = await Promise.all(
    seen.map(async (kind) => ({ kind, ...(await LOOK_FOR[kind]({ deps, viewer, at })) })),
  );
  return looked.filter(({ count }) => count > 0);
}

function found<Each>(all: readonly Each[], subjectOf: (each: Each) => Subject): Found {
  return { count: all.length, first: all.slice(0, MOST_NAMED).map(subjectOf) };
}

interface Switched {
  disabled_at: number | null;
  disabled_reason: string | null;
  failing_since: number | null;
}

/** Nothing arrives there, and no person asked for that. */
function isDead({ disabled_at, disabled_reason, failing_since }: Switched): boolean {
  return disabled_at === null ? failing_since !== null : disabled_reason !== 'asked';
}

function deadSince({ disabled_at, failing_since }: Switched): number | null {
  return failing_since ?? disabled_at;
}

function isNearlySpent({ budget, spentMicroUsd, reservedMicroUsd }: BudgetStatus): boolean {
  return usdOf(spentMicroUsd + reservedMicroUsd) >= NEARLY * usdOf(budget.limit_micro_usd);
}
