/** Messages to the appending thread. A batch is one flat list: copying many small objects costs more than the rest. */
import type { DatabaseLocation } from '../../database/location.ts';
import type { Append, ArtifactType } from '../artifact.ts';

export interface AppendThreadData {
  database: DatabaseLocation;
  /** Whether several processes hand in batches. */
  isShared?: boolean;
}

type Extras = Omit<Append, 'chain' | 'artifact' | 'unlessRefused'>;

export interface PackedBatch {
  /** {@link FIELDS} values for each entry. */
  fields: (string | number | null)[];
  /** The optional parts of entries, by the entry's place. */
  extras: [place: number, extras: Extras][];
}

export type ThreadMessage = PackedBatch | 'restart log';

const FIELDS = 11;

const EXTRAS = Object.keys({
  also: true,
  approval: true,
  allowance: true,
  events: true,
  idempotency: true,
  refused: true,
  reserve: true,
  statements: true,
} satisfies Record<keyof Extras, true>) as (keyof Extras)[];

function extrasOf({ chain: _, artifact: __, unlessRefused: ___, ...extras }: Append): Extras {
  return extras;
}

export function packBatch(batch: readonly Append[]): PackedBatch {
  const fields: PackedBatch['fields'] = [];
  const extras: PackedBatch['extras'] = [];
  batch.forEach((entry, place) => {
    const { chain, artifact, unlessRefused: unless } = entry;
    const { id, artifact_type, action, verdict, actor, created_at, payload } = artifact;
    fields.push(chain, id, artifact_type, action, verdict, actor, created_at, payload);
    fields.push(unless?.agent_id ?? null, unless?.action ?? null, unless?.after ?? null);
    if (EXTRAS.some((name) => entry[name] !== undefined)) extras.push([place, extrasOf(entry)]);
  });
  return { fields, extras };
}

export function unpackBatch({ fields, extras }: PackedBatch): Append[] {
  const batch: Append[] = [];
  for (let at = 0; at < fields.length; at += FIELDS) {
    const [chain, id, type, action, verdict, actor, createdAt, payload, ...unless] = fields.slice(
      at,
      at + FIELDS,
    );
    batch.push({
      chain: chain as number,
      artifact: {
        id: id as string,
        artifact_type: type as ArtifactType,
        action: action as string | null,
        verdict: verdict as string | null,
        actor: actor as string,
        created_at: createdAt as number,
        payload: payload as string,
      },
      ...(unless[0] === null ? {} : { unlessRefused: refusalIn(unless) }),
    });
  }
  for (const [place, extra] of extras) Object.assign(batch[place] as Append, extra);
  return batch;
}

function refusalIn([agent_id, action, after]: PackedBatch['fields']): Append['unlessRefused'] {
  return { agent_id: agent_id as string, action: action as string, after: after as number };
}
