/** The mail about a person who approved many actions faster than anyone can read them: to them, and to owners. */
import type { JsonObject } from '@assize/evidence-format';
import { type Addressee, type Letter, pageOf } from './letter.ts';
import { factOf, timeInMail } from './plain.ts';

const LONGEST_NAME = 60;

export function rubberStamping(addressee: Addressee, [haste = {}]: readonly JsonObject[]): Letter {
  const { tenant } = addressee;
  const name = factOf(haste.name, LONGEST_NAME);
  const isOwn = haste.is_own === true;
  const count = factOf(haste.approvals);
  return {
    subject: isOwn
      ? `You approved ${count} actions within seconds each (${tenant})`
      : `${name} approved ${count} actions within seconds each (${tenant})`,
    heading: 'Approvals given faster than they can be read',
    paragraphs: [
      `${isOwn ? 'You' : name} approved ${count} times in ten minutes, each time within 3 seconds of when the request could first be seen.`,
      'An approval without reading protects from nothing.',
    ],
    items: [
      {
        title: name,
        facts: [
          ['Decides as', factOf(haste.party)],
          ['Last', timeInMail(haste.at)],
        ],
        page: pageOf(addressee, '/approvals'),
      },
    ],
    advice: [
      'If too many harmless actions wait for a person, change the settings, the policies or the routes, so that fewer do.',
    ],
  };
}
