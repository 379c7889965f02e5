/** The finding of `assize doctor` on PostgreSQL's standbys: whether answered verdicts survive the loss of the primary. */
import { sql } from 'kysely';
import type { Database } from '../../database/open.ts';
import { type Finding, findingsOn } from './finding.ts';

const WAY_OUT = 'docs/failover.md says how to set it up';

interface Replication {
  commit: string;
  names: string;
  standbys: number;
  /** null where the role may not see it. */
  synchronous: number | null;
}

/** An asynchronous standby may lack the last commits when it takes over. */
export async function standbyFinding(db: Database): Promise<Finding> {
  const { ok, warning } = findingsOn('standbys');
  const { rows } = await sql<Replication>`
    SELECT current_setting('synchronous_commit') AS commit, current_setting('synchronous_standby_names') AS names,
      count(pid)::int AS standbys,
      CASE WHEN count(pid) = count(sync_state)
        THEN count(*) FILTER (WHERE sync_state IN ('sync', 'quorum'))::int END AS synchronous
    FROM pg_stat_replication`.execute(db);
  const [replication] = rows;
  if (replication === undefined) throw new Error('a count is one row');
  const problem = problemOf(replication);
  const { standbys, synchronous } = replication;
  if (problem !== null) return warning(`${problem}; ${WAY_OUT}`);
  const found =
    standbys === 0 ? 'none: evidence is as safe as the disk of this server' : 'commits wait for a standby';
  const seen = synchronous === null || standbys === 0 ? '' : ` (${synchronous} of ${standbys} synchronous)`;
  return ok(`${found}${seen}`);
}

function problemOf({ commit, names, standbys, synchronous }: Replication): string | null {
  if (standbys > 0 && names === '')
    return `${standbys === 1 ? 'the standby is' : `all ${standbys} standbys are`} asynchronous, so answered verdicts are lost with the primary: set synchronous_standby_names, or synchronous_mode in Patroni`;
  if (names === '') return null;
  if (commit === 'off')
    return 'synchronous_commit is off, so evidence waits for a standby, but changes of keys, halts and settings are lost with the primary: set it to on';
  if (commit === 'local')
    return `synchronous_commit is ${commit}, so no commit waits for a standby, and answered verdicts are lost with the primary: set it to on`;
  if (commit === 'remote_write')
    return 'synchronous_commit is remote_write, so the standby acknowledges data that is not on its disk yet: set it to on';
  if (standbys > 0 && synchronous === 0)
    return `no standby that is connected is named in synchronous_standby_names (${names}), so evidence waits for one that is`;
  return null;
}
