/** The mail about a serious incident that must be reported to an authority within a day, or is overdue. */
import type { JsonObject } from '@assize/evidence-format';
import { type Addressee, type Letter, pageOf } from './letter.ts';
import { factOf, timeInMail } from './plain.ts';

export function incidentDue(addressee: Addressee, [incident = {}]: readonly JsonObject[]): Letter {
  const { tenant, environment } = addressee;
  const isOver = incident.overdue === true;
  return {
    subject: isOver
      ? `Report of a serious incident is overdue (${tenant})`
      : `Report a serious incident within 24 hours (${tenant})`,
    heading: isOver ? 'The report of a serious incident is overdue' : 'A serious incident must be reported',
    paragraphs: [
      isOver
        ? 'No authority is noted as told of this incident, and the time for it is over.'
        : 'No authority is noted as told of this incident, and less than 24 hours are left.',
    ],
    items: [
      {
        title: factOf(incident.incident_id),
        facts: [
          ['Environment', environment],
          ['Report until', timeInMail(incident.report_due_at)],
        ],
        page: pageOf(addressee, '/incidents', factOf(incident.incident_id)),
      },
    ],
    advice: [
      'The EU AI Act (Article 73) has providers of high-risk systems report serious incidents to the market surveillance authorities. A first report may be incomplete. Once you have reported it, note on its page whom you told, and when.',
    ],
  };
}
