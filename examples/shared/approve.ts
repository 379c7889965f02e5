/** A second process: a person's program, which waits until an agent asks for approval, and approves. */
import { setTimeout as pause } from 'node:timers/promises';
import { Assize } from '@assize/client';

const assize = new Assize();
const [agentId = ''] = process.argv.slice(2);

const MAX_TRIES = 300;

for (let tries = 0; ; tries += 1) {
  // The newest: an earlier run may have ended while it waited.
  const newest = (await assize.approvals.list({ agent_id: agentId })).items.at(-1);
  if (newest !== undefined) {
    await assize.approvals.approve(newest.approval_id, {
      decided_by: 'dana',
      comment: 'The order came back.',
    });
    console.log(`human: approved ${newest.action}`);
    break;
  }
  if (tries === MAX_TRIES) throw new Error(`${agentId} asked for no approval.`);
  await pause(100);
}
