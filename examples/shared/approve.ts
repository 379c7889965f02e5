/**
 * A second process: a person's program, which waits until an agent asks for approval, and approves. With
 * EXAMPLE_AMOUNT_USD, it corrects the amount.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Assize } from '@assize/client';
import { STARTED_AT } from './second-process.ts';

const assize = new Assize();
const [agentId = ''] = process.argv.slice(2);
const { EXAMPLE_AMOUNT_USD: amount } = process.env;

const MAX_TRIES = 300;

for (let tries = 0; ; tries += 1) {
  const { items } = await assize.approvals.list({ agent_id: agentId });
  const first = items.find(({ created_at }) => created_at >= STARTED_AT);
  if (first !== undefined) {
    await assize.approvals.approve(first.approval_id, {
      decided_by: 'dana',
      comment: 'The order came back.',
      ...(amount !== undefined && {
        arguments: Object.assign({}, first.context?.arguments, { amount_usd: Number(amount) }),
      }),
    });
    console.log(`human: approved ${first.action}`);
    break;
  }
  if (tries === MAX_TRIES) throw new Error(`${agentId} asked for no approval.`);
  await pause(100);
}
