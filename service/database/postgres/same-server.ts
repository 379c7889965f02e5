/**
 * Checks that the same server still answers. Another one with a copy of the tables may turn up at the same address. A
 * promoted standby counts as the same server, because it has the same identifier.
 */
import { systemClock } from '../../foundation/clock.ts';
import type { AppendConnection } from './connection.ts';
import { isPostgresUnavailable } from './dialect.ts';

/**
 * A pooler may switch to another server at any time. Asking took 0.3 ms, so asking once a second doesn't delay
 * verdicts, ms.
 */
const ASK_EVERY_MS = 1000;

export class SameServer {
  /** The identifier; null if the server gives none, undefined before it was asked. */
  #first: string | null | undefined;
  #asked: AppendConnection | null = null;
  #askedAt = 0;

  /** @throws if another server answers. */
  async require(connection: AppendConnection): Promise<void> {
    const now = systemClock().monotonic();
    // A connection without a pooler always stays with its server.
    const isKnown = connection === this.#asked;
    if (isKnown && (!connection.pooled || now - this.#askedAt < ASK_EVERY_MS)) return;
    const found = await identifierOf(connection);
    this.#first ??= found;
    if (found !== this.#first) throw new Error('another database server answers than the one before');
    this.#asked = connection;
    this.#askedAt = now;
  }
}

async function identifierOf(connection: AppendConnection): Promise<string | null> {
  try {
    const { rows } = await connection.query<{ id: string }>(
      'SELECT system_identifier::text AS id FROM pg_control_system()',
    );
    return rows[0]?.id ?? null;
  } catch (error) {
    // There is no such function, or this role may not call it.
    if (isPostgresUnavailable(error)) throw error;
    return null;
  }
}
