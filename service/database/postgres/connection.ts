/**
 * Connects to PostgreSQL, directly or through PgBouncer in transaction mode, and detects which it is. Behind a pooler,
 * each transaction may run on another server connection, so nothing may depend on one: no named statements, no session
 * settings. A pooler gives itself away by how it treats a setting that only PostgreSQL accepts.
 */
import pg from 'pg';

/**
 * How long a statement may run or wait for a lock, ms. Behind a pooler, the pooler's own settings and the append decide
 * this.
 */
const STATEMENT_TIMEOUT_MS = 10_000;
export const LOCK_TIMEOUT_MS = 5000;
/** How long to wait for a connection, ms. A busy process, such as one that is starting, notices late. */
const CONNECT_TIMEOUT_MS = 10_000;
/** How long to wait for a server that does not even say that a statement timed out, ms. */
const SILENCE_TIMEOUT_MS = 11_000;

/** A meaningless setting, under a name that no pooler is configured to ignore. */
const MARK = 'assize.direct';
/** PgBouncer's answer to a setting that it does not pass on. */
const REFUSED = /unsupported startup parameter/;

const INT8_OID = 20;

// Every 64-bit column holds milliseconds, counts or 48-bit chain numbers: all of them exact as doubles.
pg.types.setTypeParser(INT8_OID, Number);

type Kind = 'direct' | 'pooled';
/** By address. Forgotten if a pooler turns up at an address that had none. */
const kinds = new Map<string, Kind>();

export interface ConnectionLimits {
  statementTimeoutMs: number;
  silenceTimeoutMs: number;
}

const USUAL: ConnectionLimits = {
  statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  silenceTimeoutMs: SILENCE_TIMEOUT_MS,
};

/** For work that grows with the number of rows. TCP notices a server that has gone. */
export const WITHOUT_TIMEOUT: ConnectionLimits = { statementTimeoutMs: 0, silenceTimeoutMs: 0 };

/** Whether a pooler stands in front of the server. @throws the driver's error if it can't be reached. */
export async function isPooled(url: string): Promise<boolean> {
  const known = kinds.get(url);
  if (known !== undefined) return known === 'pooled';
  const client = await connectAs('direct', url, USUAL).catch((error: unknown) => {
    if (error instanceof Error && REFUSED.test(error.message)) return null;
    throw error;
  });
  let kind: Kind = 'pooled';
  if (client !== null) {
    try {
      const { rows } = await client.query(`SELECT current_setting('${MARK}', true) AS mark`);
      if (rows[0]?.mark === '1') kind = 'direct';
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  kinds.set(url, kind);
  return kind === 'pooled';
}

/**
 * A separate connection. Its errors reject the queries under way, and don't end the process.
 * @param pipeline sends each query at once, without waiting for the answers to those before it.
 */
export async function connectTo(
  url: string,
  limits = USUAL,
  pipeline = false,
): Promise<{ client: pg.Client; pooled: boolean }> {
  const pooled = await isPooled(url);
  try {
    return { client: await connectAs(pooled ? 'pooled' : 'direct', url, limits, pipeline), pooled };
  } catch (error) {
    forgetWhereRefused(url, error);
    throw error;
  }
}

/** A direct address may have got a pooler. @returns whether a connection's error says so. */
export function forgetWhereRefused(url: string, error: unknown): boolean {
  return error instanceof Error && REFUSED.test(error.message) && kinds.delete(url);
}

/** The connection that appends. */
export interface AppendConnection {
  /** Whether another server may answer from one transaction to the next. */
  pooled: boolean;
  /** On a direct connection, a named statement is prepared once. */
  query<Row extends pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
  /** @throws if a commit was acknowledged although no standby has it, because its wait was cancelled. */
  requireReplicated(): void;
  onEnd(hear: () => void): void;
  end(): Promise<void>;
}

/** The server routine that warns of such a commit; the same in every language. */
const WAITS_FOR_STANDBY = 'SyncRepWaitForLSN';

export async function connectToAppend(url: string): Promise<AppendConnection> {
  const { client, pooled } = await connectTo(url, USUAL, true);
  let isReplicated = true;
  client.on('notice', ({ routine }) => {
    if (routine === WAITS_FOR_STANDBY) isReplicated = false;
  });
  return {
    pooled,
    query: (query, values) =>
      client.query(pooled && typeof query !== 'string' ? { ...query, name: undefined } : query, values),
    requireReplicated() {
      if (!isReplicated) throw new Error('a commit did not wait for its standby');
    },
    onEnd: (hear) => void client.on('error', hear),
    end: () => client.end().catch(() => undefined),
  };
}

export function clientOptions(url: string, pooled: boolean, limits = USUAL): pg.ClientConfig {
  const options = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: limits.silenceTimeoutMs,
    keepAlive: true,
    application_name: 'assize',
  };
  if (pooled) return options;
  const address = new URL(url);
  const given = address.searchParams.get('options') ?? '';
  address.searchParams.delete('options');
  const own = `-c ${MARK}=1 -c statement_timeout=${limits.statementTimeoutMs} -c lock_timeout=${LOCK_TIMEOUT_MS}`;
  return { ...options, connectionString: address.href, options: `${given} ${own}`.trim() };
}

async function connectAs(
  kind: Kind,
  url: string,
  limits: ConnectionLimits,
  pipeline = false,
): Promise<pg.Client> {
  const client = new pg.Client({ ...clientOptions(url, kind === 'pooled', limits), pipeline });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * The settings of a transaction that appends, on any of the server's connections: how long it waits for a lock, and
 * that a commit is on disk before it is acknowledged, even if the server is configured otherwise.
 */
export const FOR_APPENDING = `SELECT set_config('lock_timeout', '${LOCK_TIMEOUT_MS}', true),
  CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', true) END`;
