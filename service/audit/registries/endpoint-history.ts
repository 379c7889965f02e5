/** Folds the evidence of endpoints in the order of the chain: the state of each after its last change. */

import type { JsonObject, JsonValue } from '@assize/evidence-format';
import { EARLIER_ROWS_ACTION, type EarlierRows, type RecordedChange } from '../../evidence/changes/index.ts';

/** undefined while no record states it. */
export interface RecordedEndpoint {
  createdAt?: number;
  createdBy?: string;
  types?: JsonValue;
  /** Digests. */
  url?: JsonValue;
  description?: JsonValue;
  secret?: JsonValue;
  previousSecret?: JsonValue;
  rotatedAt?: number;
  /** null while it is enabled. */
  disabled?: { at: number; reason: JsonValue; evidenceId: string | null } | null;
  deleted: boolean;
  last: RecordedChange;
}

type Shown = keyof Omit<RecordedEndpoint, 'deleted' | 'last'>;

/** The parts that a change without its payload may have altered, on any endpoint. */
const ALTERED_BY: Record<string, Shown[]> = {
  'webhook.change': ['url', 'description', 'types'],
  'webhook.rotate_secret': ['secret', 'previousSecret', 'rotatedAt'],
  'webhook.enable': ['disabled'],
  'webhook.disable': ['disabled'],
};

export const ENDPOINT_ACTIONS = ['webhook.create', 'webhook.delete', ...Object.keys(ALTERED_BY)];

export class EndpointHistory {
  readonly endpoints = new Map<string, RecordedEndpoint>();
  /** Records that no longer name the endpoint that they made or deleted. */
  readonly namelessMade: RecordedChange[] = [];
  namelessDeleted = 0;
  readonly #before: EarlierRows;
  readonly #faults: { recorded: RecordedChange; what: string }[] = [];

  constructor(before: EarlierRows) {
    this.#before = before;
  }

  /** Changes that lack a required part. */
  get faults(): readonly { recorded: RecordedChange; what: string }[] {
    return this.#faults;
  }

  take(recorded: RecordedChange): void {
    const { action, change } = recorded;
    if (action === EARLIER_ROWS_ACTION) this.#stateRowsOnce(recorded);
    else if (change === null) this.#takeNameless(recorded);
    else if (action === 'webhook.create') this.#takeMade(recorded, change);
    else this.#takeChanged(recorded, change);
  }

  #takeMade(recorded: RecordedChange, change: JsonObject): void {
    const { types, digests } = change as { types: JsonValue; digests?: JsonObject };
    const made = {
      createdAt: recorded.at,
      createdBy: recorded.actor,
      types,
      disabled: null,
      deleted: false,
      last: recorded,
    };
    this.endpoints.set(String(change.endpoint_id), { ...made, ...digests, previousSecret: null });
    this.#requireDigests(recorded, digests, ['url', 'description', 'secret']);
  }

  #takeChanged(recorded: RecordedChange, change: JsonObject): void {
    const id = String(change.endpoint_id);
    const endpoint = this.endpoints.get(id) ?? { deleted: false, last: recorded };
    this.endpoints.set(id, endpoint);
    endpoint.last = recorded;
    const { action } = recorded;
    if (action === 'webhook.delete') endpoint.deleted = true;
    else if (action === 'webhook.enable') endpoint.disabled = null;
    else if (action === 'webhook.disable') endpoint.disabled = disablingOf(recorded, change);
    else this.#takeHidden(endpoint, recorded, change);
  }

  #takeHidden(endpoint: RecordedEndpoint, recorded: RecordedChange, change: JsonObject): void {
    const digests = change.digests as JsonObject | undefined;
    if (recorded.action === 'webhook.rotate_secret') {
      Object.assign(endpoint, {
        previousSecret: endpoint.secret,
        rotatedAt: recorded.at,
        secret: digests?.secret,
      });
      this.#requireDigests(recorded, digests, ['secret']);
      return;
    }
    const changed = (change.changed as string[] | undefined) ?? [];
    if (changed.includes('types')) endpoint.types = change.types;
    const hidden = (['url', 'description'] as const).filter((column) => changed.includes(column));
    for (const column of hidden) endpoint[column] = digests?.[column];
    this.#requireDigests(recorded, digests, hidden);
  }

  /** Each stands as it was found then. */
  #stateRowsOnce(recorded: RecordedChange): void {
    if (recorded.position !== this.#before.position) return;
    for (const endpoint of this.endpoints.values()) delete endpoint.disabled;
    for (const [id, found] of Object.entries(
      (recorded.change?.endpoints ?? {}) as Record<string, JsonObject>,
    )) {
      const {
        url,
        description,
        secret,
        previous_secret: previousSecret,
        types,
        disabled_at,
        disabled_reason,
      } = found;
      const disabled =
        disabled_at === null
          ? null
          : { at: Number(disabled_at), reason: disabled_reason ?? null, evidenceId: null };
      const before = this.endpoints.get(id) ?? { deleted: false, last: recorded };
      this.endpoints.set(id, { ...before, url, description, secret, previousSecret, types, disabled });
    }
  }

  #takeNameless(recorded: RecordedChange): void {
    if (recorded.action === 'webhook.create') this.namelessMade.push(recorded);
    else if (recorded.action === 'webhook.delete') this.namelessDeleted += 1;
    for (const endpoint of this.endpoints.values()) {
      for (const part of ALTERED_BY[recorded.action] ?? []) delete endpoint[part];
    }
  }

  /** Those of the earlier form have none. */
  #requireDigests(
    recorded: RecordedChange,
    digests: JsonObject | undefined,
    columns: readonly string[],
  ): void {
    if (recorded.position < this.#before.position) return;
    const missing = columns.filter((column) => typeof digests?.[column] !== 'string');
    if (missing.length === 0) return;
    this.#faults.push({
      recorded,
      what: `This change of a webhook endpoint does not tell its ${missing.join(', ')}.`,
    });
  }
}

/** An automatic disabling happens before its record. */
function disablingOf({ at, id }: RecordedChange, { reason = 'asked', disabled_at }: JsonObject) {
  return { at: typeof disabled_at === 'string' ? Date.parse(disabled_at) : at, reason, evidenceId: id };
}
