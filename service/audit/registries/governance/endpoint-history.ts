/** Folds the evidence of endpoints in the order of the chain: each as its row must be after the last change. */
import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { EARLIER_ROWS_ACTION, type EarlierRows } from '../../../evidence/changes/index.ts';
import { OVERLAP_MS } from '../../../webhooks/endpoints/index.ts';
import type { Act } from '../../comparing/acts.ts';

/** By column; undefined while no record states it. Address, description and secrets are digests, types are JSON. */
export interface EndpointState {
  created_at?: number;
  created_by?: string;
  url?: JsonValue;
  description?: JsonValue;
  secret?: JsonValue;
  previous_secret?: JsonValue;
  previous_until?: number | null;
  types?: string;
  /** null while it is enabled. */
  disabled?: { at: number; reason: JsonValue; evidenceId: string | null } | null;
}

export interface RecordedEndpoint {
  state: EndpointState;
  deleted: boolean;
  last: Act;
}

/** The columns that a change without its payload may have altered, on any endpoint. */
const ALTERED_BY: Record<string, (keyof EndpointState)[]> = {
  'webhook.change': ['url', 'description', 'types'],
  'webhook.rotate_secret': ['secret', 'previous_secret', 'previous_until'],
  'webhook.enable': ['disabled'],
  'webhook.disable': ['disabled'],
};

export const ENDPOINT_ACTIONS = [
  EARLIER_ROWS_ACTION,
  'webhook.create',
  'webhook.delete',
  ...Object.keys(ALTERED_BY),
];

export class EndpointHistory {
  readonly endpoints = new Map<string, RecordedEndpoint>();
  /** Records that no longer name the endpoint that they made or deleted. */
  readonly namelessMade: Act[] = [];
  namelessDeleted = 0;
  /** Changes that lack a required part. */
  readonly faults: { act: Act; what: string }[] = [];
  readonly #before: EarlierRows;

  constructor(before: EarlierRows) {
    this.#before = before;
  }

  take(act: Act): void {
    const { action, change } = act;
    if (action === EARLIER_ROWS_ACTION) this.#stateRowsOnce(act);
    else if (change === null) this.#takeNameless(act);
    else this.#takeNamed(act, change);
  }

  #takeNamed(act: Act, change: JsonObject): void {
    const endpoint = this.#endpoint(String(change.endpoint_id), act);
    const { state } = endpoint;
    const digests = (change.digests ?? {}) as JsonObject;
    endpoint.last = act;
    const altered = (columns: readonly ('url' | 'description' | 'secret')[]) => {
      for (const column of columns) state[column] = digests[column];
      this.#requireDigests(act, digests, columns);
    };
    if (act.action === 'webhook.create') {
      const made = { created_at: act.at, created_by: act.actor, types: JSON.stringify(change.types) };
      endpoint.state = { ...made, ...digests, previous_secret: null, previous_until: null, disabled: null };
      endpoint.deleted = false;
      this.#requireDigests(act, digests, ['url', 'description', 'secret']);
    } else if (act.action === 'webhook.delete') endpoint.deleted = true;
    else if (act.action === 'webhook.enable') state.disabled = null;
    else if (act.action === 'webhook.disable') state.disabled = disablingOf(act, change);
    else if (act.action === 'webhook.rotate_secret') {
      state.previous_secret = state.secret;
      state.previous_until = act.at + OVERLAP_MS;
      altered(['secret']);
    } else {
      const changed = (change.changed as string[] | undefined) ?? [];
      if (changed.includes('types')) state.types = JSON.stringify(change.types);
      altered((['url', 'description'] as const).filter((column) => changed.includes(column)));
    }
  }

  #endpoint(id: string, last: Act): RecordedEndpoint {
    const endpoint = this.endpoints.get(id) ?? { state: {}, deleted: false, last };
    this.endpoints.set(id, endpoint);
    return endpoint;
  }

  /** Each stands as it was found then. */
  #stateRowsOnce(act: Act): void {
    if (act.position !== this.#before.position) return;
    for (const { state } of this.endpoints.values()) delete state.disabled;
    const all = (act.change?.endpoints ?? {}) as Record<string, JsonObject>;
    for (const [id, { disabled_at, disabled_reason: reason = null, types, ...digests }] of Object.entries(
      all,
    )) {
      const { state } = this.#endpoint(id, act);
      const disabled = disabled_at === null ? null : { at: Number(disabled_at), reason, evidenceId: null };
      const previous_until = digests.previous_secret === null ? null : (state.previous_until ?? undefined);
      Object.assign(state, { ...digests, types: JSON.stringify(types), disabled, previous_until });
    }
  }

  #takeNameless(act: Act): void {
    if (act.action === 'webhook.create') this.namelessMade.push(act);
    else if (act.action === 'webhook.delete') this.namelessDeleted += 1;
    for (const { state } of this.endpoints.values()) {
      for (const column of ALTERED_BY[act.action] ?? []) delete state[column];
    }
  }

  /** Those of the earlier form have none. */
  #requireDigests(act: Act, digests: JsonObject, columns: readonly string[]): void {
    if (act.position < this.#before.position) return;
    const missing = columns.filter((column) => typeof digests[column] !== 'string').join(', ');
    if (missing === '') return;
    this.faults.push({ act, what: `This change of a webhook endpoint does not tell its ${missing}.` });
  }
}

/** An automatic disabling happens before its record. */
function disablingOf({ at, id }: Act, { reason = 'asked', disabled_at }: JsonObject) {
  return { at: typeof disabled_at === 'string' ? Date.parse(disabled_at) : at, reason, evidenceId: id };
}
