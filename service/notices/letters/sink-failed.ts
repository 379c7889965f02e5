/** The mail about a SIEM that could not be reached for a while. */
import type { JsonObject } from '@assize/evidence-format';
import { type Addressee, type Letter, pageOf } from './letter.ts';
import { factOf, oneLine, timeInMail } from './plain.ts';

const LONGEST_NAME = 80;
const LONGEST_REASON = 200;

export function sinkFailed(addressee: Addressee, [sink = {}]: readonly JsonObject[]): Letter {
  const { tenant, environment } = addressee;
  const name = oneLine(String(sink.name ?? '–'), LONGEST_NAME);
  const facts: [string, string][] = [
    ['Kind', factOf(sink.kind)],
    ['Environment', environment],
    ['Reason', oneLine(String(sink.problem ?? 'Nothing could be sent.'), LONGEST_REASON)],
  ];
  if (typeof sink.failing_since === 'string') facts.push(['Failing since', timeInMail(sink.failing_since)]);
  return {
    subject: `SIEM not reached: ${name} (${tenant})`,
    heading: 'Records could not be sent to your SIEM',
    paragraphs: [
      'The records wait in the evidence chain, and are sent in order once the receiver answers again. If more wait than the sink allows, the oldest are skipped, and a message to the SIEM says so.',
    ],
    items: [{ title: name, facts, page: pageOf(addressee, '/sinks', factOf(sink.sink_id)) }],
    advice: ['Check the receiver, then test the sink on its page.'],
  };
}
