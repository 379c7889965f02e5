/** The page of the thing that a change is about. */
import type { Json } from './details.ts';

export interface Place {
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string>;
}

const LISTS: Record<string, Place> = {
  settings: { to: '/settings' },
  tools: { to: '/tools', search: { tab: 'catalogue' } },
  targets: { to: '/targets' },
  mandate: { to: '/mandates' },
  budget: { to: '/budgets' },
  key: { to: '/keys' },
  member: { to: '/members' },
  group: { to: '/members', search: { tab: 'groups' } },
  issuer: { to: '/issuers' },
  webhook: { to: '/webhooks' },
  channel: { to: '/channels' },
  sink: { to: '/sinks' },
  planner: { to: '/settings' },
  policy: { to: '/policies' },
  agent: { to: '/agents' },
  halt: { to: '/agents' },
  session: { to: '/sessions' },
  signing_key: { to: '/integrity' },
  access_review: { to: '/access-review' },
};

/** Things with a page of their own: the field that identifies them. */
const PAGES: Record<string, { to: string; param: string; field: string }> = {
  policy: { to: '/policies/$name', param: 'name', field: 'name' },
  agent: { to: '/agents/$id', param: 'id', field: 'agent_id' },
  halt: { to: '/agents/$id', param: 'id', field: 'agent_id' },
  channel: { to: '/channels/$id', param: 'id', field: 'channel_id' },
  webhook: { to: '/webhooks/$id', param: 'id', field: 'endpoint_id' },
  sink: { to: '/sinks/$id', param: 'id', field: 'sink_id' },
  incident: { to: '/incidents/$id', param: 'id', field: 'incident_id' },
  evidence: { to: '/evidence/$id', param: 'id', field: 'evidence_id' },
};

/** null where nothing can be shown. A deleted thing has no page, only its list. */
export function placeOf(action: string, change: Json | null): Place | null {
  const [kind = '', act] = action.split('.');
  const page = Object.hasOwn(PAGES, kind) ? PAGES[kind] : undefined;
  const id = page === undefined ? undefined : change?.[page.field];
  if (page !== undefined && act !== 'delete' && typeof id === 'string' && id !== '') {
    return { to: page.to, params: { [page.param]: id } };
  }
  return Object.hasOwn(LISTS, kind) ? (LISTS[kind] ?? null) : null;
}
