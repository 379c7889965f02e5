/** The mail about a key that expires in a week, or within a day. */
import type { JsonObject } from '@assize/evidence-format';
import { type Addressee, type Letter, pageOf } from './letter.ts';
import { factOf, timeInMail } from './plain.ts';

const LONGEST_IN_SUBJECT = 60;

export function keyExpiring(when: string): (addressee: Addressee, keys: readonly JsonObject[]) => Letter {
  return (addressee, [key = {}]) => {
    const { tenant, environment, baseUrl, nowMs } = addressee;
    const over = Date.parse(String(key.expires_at)) <= nowMs;
    const expires = over ? 'has expired' : `expires ${when}`;
    return {
      subject: `API key ${factOf(key.name, LONGEST_IN_SUBJECT)} ${expires} (${tenant})`,
      heading: `An API key ${expires}`,
      paragraphs: [
        over
          ? 'Every request with this key is refused now (403).'
          : 'From then on every request with this key is refused (403). A key cannot be extended: replace it before that.',
      ],
      items: [
        {
          title: factOf(key.name),
          page: pageOf(addressee, '/keys'),
          facts: [
            ['Key', `${factOf(key.prefix)}${typeof key.last4 === 'string' ? factOf(key.last4) : ''}`],
            ['Id', factOf(key.key_id)],
            ['Environment', environment],
            [over ? 'Expired' : 'Expires', timeInMail(key.expires_at)],
          ],
        },
      ],
      advice: [
        `To replace it: create a key with POST ${baseUrl}/api/v1/api-keys, or on the server with: assize keys create <name> --tenant ${tenant} --environment ${environment}. Hand it over, and revoke this one once it is no longer used.`,
        'If it is no longer needed, there is nothing to do.',
      ],
    };
  };
}
