/** Makes a link for a member of a running service, as its mail has it, from beside the service. */
import { issueLink } from '@assize/service/channels/mail/index.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { openDatabase } from '@assize/service/database/open.ts';
import { systemClock } from '@assize/service/foundation/clock.ts';
import { availableSecretBox } from '@assize/service/webhooks/endpoints/index.ts';
import { fillRandom } from '@assize/service/wiring.ts';
import { pino } from 'pino';
import { testConfig } from '../http/in-process.ts';

/** @returns the path and fragment of the link. */
export async function linkFor(
  location: DatabaseLocation,
  approvalId: string,
  memberId: string,
): Promise<string> {
  const db = await openDatabase(location, () => undefined);
  try {
    const log = pino({ level: 'silent' });
    const secretBox = await availableSecretBox(testConfig(location), { db, fillRandom, log });
    if (secretBox === null) throw new Error('the service has another key of its secrets');
    const { chain, expires_at } = await db
      .selectFrom('approvals')
      .select(['chain', 'expires_at'])
      .where('approval_id', '=', approvalId)
      .executeTakeFirstOrThrow();
    const deps = { db, clock: systemClock(), fillRandom, secretBox };
    const token = await issueLink(deps, secretBox, { chain, approvalId, memberId }, expires_at);
    return `/decide#${token}`;
  } finally {
    await db.destroy();
  }
}
