/** The mail about an action that waits for a person. One mail lists several that came together. */
import type { JsonObject } from '@assize/evidence-format';
import { type Addressee, type Item, type Letter, pageOf } from './letter.ts';
import { factOf, oneLine, timeInMail } from './plain.ts';

/** More than anyone reads in a mail; the rest is only counted. */
const MAX_ITEMS = 50;
const LONGEST_IN_SUBJECT = 60;

export function approvalPending(addressee: Addressee, approvals: readonly JsonObject[]): Letter {
  const { tenant, baseUrl } = addressee;
  const [first = {}] = approvals;
  const one = approvals.length === 1;
  const left = approvals.length - MAX_ITEMS;
  const address = `${baseUrl}/v1/approvals`;
  return {
    subject: one
      ? `Waiting for approval: ${factOf(first.action, LONGEST_IN_SUBJECT)} (${tenant})`
      : `${approvals.length} actions wait for approval (${tenant})`,
    heading: one ? 'An action waits for approval' : `${approvals.length} actions wait for approval`,
    paragraphs: [
      one
        ? `An action of ${tenant} needs your decision. It may not be carried out before it is approved. Without a decision in time, it is refused.`
        : `Actions of ${tenant} need your decision. None may be carried out before it is approved. Without a decision in time, an action is refused.`,
    ],
    items: approvals.slice(0, MAX_ITEMS).map((approval) => itemOf(addressee, approval, address)),
    advice: [
      ...(left > 0 ? [`And ${left} more, which do not fit here. All that wait: GET ${address}`] : []),
      one
        ? 'Open its page to see the exact request, and to approve or reject it there.'
        : 'Open the page of each to see the exact request, and to approve or reject it there.',
      'Without the dashboard: to approve, send the request shown, with the header "Authorization: Bearer" and an API key that has the scope evidence:write. To refuse, send it with "reject" in place of "approve" at its end.',
      `An approval allows exactly this request, once. The service, with its reference: ${baseUrl}/docs`,
    ],
  };
}

function itemOf(addressee: Addressee, approval: JsonObject, address: string): Item {
  const facts: Item['facts'] = [['Agent', factOf(approval.agent_id)]];
  if (typeof approval.user_id === 'string') facts.push(['User', oneLine(approval.user_id)]);
  facts.push(['Risk', factOf(approval.risk_level)], ['Asked', timeInMail(approval.created_at)]);
  facts.push(['Decide before', timeInMail(approval.expires_at)]);
  if (Number(approval.required_approvals) > 1) {
    facts.push(['Approvals needed', factOf(approval.required_approvals)]);
  }
  facts.push(['Approval', factOf(approval.approval_id)]);
  const id = factOf(approval.approval_id);
  const page = pageOf(addressee, '/approvals', id);
  return { title: factOf(approval.action), facts, page, request: `POST ${address}/${id}/approve` };
}
