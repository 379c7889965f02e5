/** A second process: a person's program, which waits until an agent asks for approval, and approves. */
import { setTimeout as pause } from 'node:timers/promises';
import { Assize } from '@assize/client';

const assize = new Assize();
const [agentId = ''] = process.argv.slice(2);

for (;;) {
  const [first] = (await assize.approvals.list({ agent_id: agentId })).items;
  if (first !== undefined) {
    await assize.approvals.approve(first.approval_id, {
      decided_by: 'dana',
      comment: 'The order came back.',
    });
    console.log(`human: approved ${first.action}`);
    break;
  }
  await pause(100);
}
