/** Approvals by the party that had asked. */
import { approvalsGiven, approvedBy } from './approved.ts';
import { type ExceptionKind, Listing } from './kind.ts';

export const selfApprovals: ExceptionKind = {
  id: 'self_approval',
  title: 'Approved by the requester',
  rule: 'An action was approved by the party that had asked for it, or by the person behind that party.',
  async find(reading) {
    const listing = new Listing();
    for await (const { evaluation, decisions, action, isRemoved, ...given } of approvalsGiven(reading)) {
      const asker = evaluation?.payload?.key_id;
      const own = decisions.filter(
        ({ decision, party, byRequester }) => decision === 'approved' && (byRequester || party === asker),
      );
      if (own.length === 0) {
        if (isRemoved || evaluation?.payload === null) listing.addUnread();
        continue;
      }
      listing.add({
        ...given,
        ...approvedBy(own),
        what: `${action ?? 'an action'} was approved by the party that asked for it`,
      });
    }
    return listing.found();
  },
};
