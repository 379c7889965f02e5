/** The mail about a channel that was switched off, because nothing could be sent by it. */
import type { JsonObject } from '@assize/evidence-format';
import { type Addressee, type Letter, pageOf } from './letter.ts';
import { factOf, oneLine, timeInMail } from './plain.ts';

const LONGEST_NAME = 80;

export function channelDisabled(addressee: Addressee, [channel = {}]: readonly JsonObject[]): Letter {
  const { tenant, environment } = addressee;
  const name = oneLine(String(channel.name ?? '–'), LONGEST_NAME);
  const facts: [string, string][] = [
    ['Kind', factOf(channel.kind)],
    ['Environment', environment],
    ['Reason', oneLine(String(channel.problem ?? 'Nothing could be sent.'), 200)],
  ];
  if (typeof channel.failing_since === 'string')
    facts.push(['Failing since', timeInMail(channel.failing_since)]);
  return {
    subject: `Channel switched off: ${name} (${tenant})`,
    heading: 'A channel for approvals was switched off',
    paragraphs: [
      'People are no longer told of approvals by this channel. The approvals themselves wait on, and can be decided in the dashboard.',
    ],
    items: [{ title: name, facts, page: pageOf(addressee, '/channels', factOf(channel.channel_id)) }],
    advice: [
      'Repair it on the page of channels, test it, and switch it on again. Failed messages can be sent again there.',
    ],
  };
}
