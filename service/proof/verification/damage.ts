/**
 * Follows up reported damage, and chains that failed to take evidence for an unknown reason. Either becomes an alarm
 * within seconds, because the next verdict would rest on it.
 */
import { GENESIS_HASH, sameHash } from '@assize/evidence-format';
import { chainId } from '../../database/chain-id.ts';
import type { Damaged, DamageSeen } from '../../database/files/damage.ts';
import type { Database } from '../../database/open.ts';
import type { EvidenceAppender } from '../../evidence/append/index.ts';
import type { ChainHealth } from '../../evidence/index.ts';
import type { Chore } from '../../foundation/chores.ts';
import { type AlarmDeps, type Finding, raiseAlarm } from '../alarms/alarms.ts';
import { DAMAGE_PROBLEMS, toFinding, wrongHead } from './problem.ts';

export interface DamageDeps extends AlarmDeps {
  damage: DamageSeen;
  chainHealth: ChainHealth;
  appender: EvidenceAppender;
}

const EVERY_MS = 1000;

/** It does not say where: a reader of one chain need not know how the database is laid out. */
const DAMAGED_DATABASE: Finding = {
  position: null,
  problem: 'damaged_database',
  message: 'The database reports that data in it is damaged, so what a verdict rests on may be missing.',
};

export function damageChore(deps: DamageDeps): Chore {
  /** Findings still to be reported because raising the alarm failed. */
  let damaged: Damaged | null = null;
  const unwritten = new Set<number>();

  return {
    name: 'follow up damage',
    everyMs: EVERY_MS,
    async run() {
      damaged = deps.damage.take() ?? damaged;
      for (const chain of deps.appender.takeUnwritten()) unwritten.add(chain);
      // The damaged table may be the alarms table.
      if (damaged !== null) deps.damage.isUntold = !(await isReported(deps, damaged));
      if (!deps.damage.isUntold) damaged = null;
      for (const chain of [...unwritten]) {
        await examineHead(deps, chain);
        unwritten.delete(chain);
      }
    },
  };
}

async function isReported(deps: DamageDeps, damaged: Damaged): Promise<boolean> {
  return reportDamage(deps, damaged).then(
    () => true,
    (error: unknown) => {
      deps.log.error(
        { err: error },
        'no alarm could be raised for the damage, so every evaluation is blocked',
      );
      return false;
    },
  );
}

/** All chains share the tables that govern them, so the alarm is raised for each. */
export async function reportDamage(deps: DamageDeps, damage: Damaged): Promise<void> {
  deps.log.error({ err: damage }, 'the database reports that it is damaged');
  const chains = await deps.db.selectFrom('chains').select('chain').orderBy('chain').execute();
  for (const { chain } of chains) {
    await raiseAlarm(deps, chain, DAMAGED_DATABASE);
    deps.chainHealth.forget(chain);
  }
}

/** The head row says where the chain ends; if it is wrong, nothing can be appended. */
async function examineHead(deps: DamageDeps, chain: number): Promise<void> {
  const { db, log, chainHealth } = deps;
  const newest = db.selectFrom('artifacts').where('chain', '=', chain).orderBy('position', 'desc').limit(1);
  // One statement, so that nothing is appended in between.
  const ends = await db
    .selectFrom('chains')
    .select(['size', 'head_hash', newest.select('position').as('position'), newest.select('hash').as('hash')])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  const size = ends.position === null ? 0 : ends.position + 1;
  if (ends.size === size && sameHash(ends.head_hash, ends.hash ?? GENESIS_HASH)) {
    log.error({ chain: chainId(chain) }, 'the chain failed to take evidence, although its head is sound');
    return;
  }
  await raiseAlarm(deps, chain, toFinding(wrongHead(size)));
  chainHealth.forget(chain);
}

/** For the service's monitoring, without the names of chains. */
export async function damageWarnings(db: Database): Promise<string[]> {
  const open = await db
    .selectFrom('integrity_alarms')
    .select('alarm_id')
    .where('problem', 'in', [...DAMAGE_PROBLEMS])
    .where('acknowledged_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return open === undefined ? [] : ['Data in the database is damaged. Run: assize doctor'];
}
