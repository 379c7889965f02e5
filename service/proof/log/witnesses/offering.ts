/**
 * Offers every chain's newest checkpoint to every witness, on one node at a time. A witness that is away or slow holds
 * up nothing: checkpoints are signed and published without it.
 */
import type { Logger } from 'pino';
import { chainId } from '../../../database/chain-id.ts';
import { type LeaseDeps, leasedChore } from '../../../database/nodes/leased-chore.ts';
import type { Database } from '../../../database/open.ts';
import type { Chore } from '../../../foundation/chores.ts';
import { openSender, retryDelayMs, type Sender } from '../../../webhooks/sending/index.ts';
import type { TreeDeps } from '../chain-tree.ts';
import { latestCheckpoint } from '../checkpoints.ts';
import { type Offered, offer, type Witness } from './offer.ts';

export interface OfferingDeps extends LeaseDeps, TreeDeps {
  db: Database;
  log: Logger;
  config: { witnesses: readonly Witness[]; webhooks: { allowNetworks: readonly string[] } };
}

export interface Offering {
  chores: readonly Chore[];
  close(): Promise<void>;
}

const EVERY_MS = 1000;
const LEASE_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Signatures of other kinds, which a witness may add, take some kB each. */
const MAX_ANSWER_BYTES = 65_536;
/** A chain that grows all the time is offered to a witness at most this often. */
const REST_MS = 5000;
const LONGEST_REST_MS = 600_000;
const AT_ONCE = 8;

/** By chain and witness, and by witness where it answered nothing. */
interface Rest {
  until: number;
  tries: number;
}

export function offering(deps: OfferingDeps): Offering {
  const { witnesses, webhooks } = deps.config;
  if (witnesses.length === 0) return { chores: [], close: async () => undefined };
  const rests = new Map<string, Rest>();
  let sender: Promise<Sender> | null = null;
  const work = async (mayContinue: () => Promise<boolean>) => {
    const due = await chainsToOffer(deps, rests);
    if (due.length === 0) return;
    sender ??= openSender({
      allowNetworks: webhooks.allowNetworks,
      clock: deps.clock,
      timeoutMs: TIMEOUT_MS,
      maxResponseBytes: MAX_ANSWER_BYTES,
    });
    const open = { ...deps, sender: await sender };
    const each = [...Map.groupBy(due, ({ witness }) => witness).values()];
    await Promise.all(each.map((theirs) => offerAll(open, theirs, rests, mayContinue)));
  };
  return {
    chores: [
      leasedChore(deps, {
        name: 'offer checkpoints to witnesses',
        everyMs: EVERY_MS,
        leaseMs: LEASE_MS,
        work,
      }),
    ],
    close: async () => (await sender)?.close(),
  };
}

interface Due {
  chain: number;
  witness: Witness;
  /** The size that it has cosigned, as far as is known. */
  from: number;
}

/** Chains whose checkpoint a witness has not cosigned, and is not to be left alone about. */
async function chainsToOffer(
  { db, clock, config }: OfferingDeps,
  rests: ReadonlyMap<string, Rest>,
): Promise<Due[]> {
  const now = clock.monotonic();
  const found: Due[] = [];
  for (const witness of config.witnesses) {
    const rows = await db
      .selectFrom('checkpoints')
      .leftJoin('cosignatures', (join) =>
        join
          .onRef('cosignatures.chain', '=', 'checkpoints.chain')
          .on('cosignatures.witness', '=', witness.name),
      )
      .select(['checkpoints.chain', 'cosignatures.size'])
      .where(({ or, eb, ref }) =>
        or([eb('cosignatures.note', 'is', null), eb('cosignatures.note', '<>', ref('checkpoints.note'))]),
      )
      .where('checkpoints.size', '>', 0)
      .execute();
    const isDue = (key: string) => (rests.get(key)?.until ?? now) <= now;
    if (!isDue(witness.name)) continue;
    for (const { chain, size } of rows)
      if (isDue(keyOf(chain, witness))) found.push({ chain, witness, from: size ?? 0 });
  }
  return found;
}

/** To one witness. If it answers nothing, all its chains wait, so that the offers to the others end soon. */
async function offerAll(
  deps: OfferingDeps & { sender: Sender },
  due: Due[],
  rests: Map<string, Rest>,
  mayContinue: () => Promise<boolean>,
): Promise<void> {
  while (due.length > 0 && (await mayContinue())) {
    const some = due.splice(0, AT_ONCE);
    const answers = await Promise.all(some.map((one) => offerTo(deps, one, rests)));
    const [{ witness }] = some as [Due, ...Due[]];
    if (answers.includes(true)) rests.delete(witness.name);
    else return rest(deps, rests, witness.name, { isWell: false, afterMs: null });
  }
}

function rest(
  { clock, ids }: OfferingDeps,
  rests: Map<string, Rest>,
  key: string,
  { isWell, afterMs }: { isWell: boolean; afterMs: number | null },
): void {
  const tries = isWell ? 0 : (rests.get(key)?.tries ?? 0) + 1;
  const delay = isWell ? REST_MS : (retryDelayMs(tries, ids.number48() / 2 ** 48) ?? LONGEST_REST_MS);
  const restMs = Math.max(Math.min(delay, LONGEST_REST_MS), afterMs ?? 0);
  rests.set(key, { tries, until: clock.monotonic() + restMs });
}

/** @returns whether the witness answered. */
async function offerTo(
  deps: OfferingDeps & { sender: Sender },
  { chain, witness, from }: Due,
  rests: Map<string, Rest>,
): Promise<boolean> {
  const checkpoint = await latestCheckpoint(deps.db, chain);
  if (checkpoint === null) return true;
  const offered = await offer(deps, chain, witness, checkpoint, from);
  const { error, afterMs, isThere } = offered;
  rest(deps, rests, keyOf(chain, witness), { isWell: error === null, afterMs });
  await store(deps, chain, witness, offered, checkpoint);
  return isThere;
}

async function store(
  { db, log }: OfferingDeps,
  chain: number,
  { name: witness }: Witness,
  { line, at, error, disagrees }: Offered,
  { size, note }: { size: number; note: string },
): Promise<void> {
  const about = { chain: chainId(chain), witness, reason: error };
  if (disagrees) log.error(about, 'a witness has seen another history of a chain');
  else if (error !== null) log.warn(about, 'a witness did not cosign a checkpoint');
  const set =
    line === null
      ? { error, disagrees: disagrees ? 1 : 0 }
      : { size, note, line, cosigned_at: at, error: null, disagrees: 0 };
  await db
    .insertInto('cosignatures')
    .values({ chain, witness, size: 0, ...set })
    .onConflict((conflict) => conflict.columns(['chain', 'witness']).doUpdateSet(set))
    .execute();
}

function keyOf(chain: number, { name }: Witness): string {
  return `${chain}/${name}`;
}
