/** The thread that posts messages about approvals, over a connection of its own, so that it holds up no verdict. */
import { smtpMailer } from '../../notices/index.ts';
import { serveSending } from '../../webhooks/on-thread/index.ts';
import { openGuardedFetch } from '../../webhooks/sending/index.ts';
import { Poster } from './poster.ts';

await serveSending(async ({ data, secretBox, ...on }) => {
  if (secretBox === null) throw new Error('the secrets of channels do not open with the key of this node');
  const { baseUrl, mail, slackApiUrl, webhooks } = data;
  const guarded = await openGuardedFetch(webhooks.allowNetworks);
  const mailer = mail === null ? null : smtpMailer(mail, { keepsConnections: true });
  const config = { baseUrl, mail, slackApiUrl, webhooks };
  const poster = new Poster({ ...on, secretBox, guarded, mailer, config });
  return {
    chores: [poster.chore()],
    async close() {
      await poster.close();
      await mailer?.close();
      await guarded.close();
    },
  };
});
