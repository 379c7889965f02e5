/** The thread that sends to SIEMs, over a connection of its own, so that it holds up no verdict. */
import { serveSending } from '../../webhooks/on-thread/index.ts';
import { openGuardedSockets } from '../../webhooks/sending/index.ts';
import { Shipper } from './shipper.ts';

await serveSending(async ({ data, secretBox, ...on }) => {
  if (secretBox === null) throw new Error('the secrets of sinks do not open with the key of this node');
  const { baseUrl, siemFilesDir: filesDir, webhooks } = data;
  const sockets = await openGuardedSockets(webhooks.allowNetworks);
  const shipper = new Shipper({ ...on, secretBox, baseUrl, filesDir, sockets });
  return {
    chores: [shipper.chore()],
    async close() {
      await shipper.close();
      sockets.close();
    },
  };
});
