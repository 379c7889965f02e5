/** The page behind the link of a mail, on a telephone: it shows everything, asks for one press, and keeps no token. */
import assert from 'node:assert/strict';
import { forget, requireHarmless, TELEPHONE, testInBrowser, type Visit } from '../support/browser/browser.ts';
import { linkFor } from '../support/channels/mailed-link.ts';
import { approvalOf, askPerson, type HeldRequest, joinAs, PASSWORD } from '../support/people/people.ts';

const REFUND: HeldRequest = {
  action: 'refund.create',
  agent_id: 'agent-7',
  description: 'The customer <img src=x onerror=alert(1)> \u202e asked twice',
  context: {
    risk_level: 'medium',
    confidence_score: 0.3,
    arguments: { amount: 90, currency: 'EUR', customer: 'ann@example.com', note: 'x'.repeat(300) },
  },
};

async function invited({ service, address, another }: Visit) {
  const page = await another();
  const memberId = await joinAs(service, page, address, { name: 'Dana Decider', role: 'approver' });
  await page.close();
  return memberId;
}

testInBrowser('decides-from-a-mail-with-one-press', async (visit) => {
  const { service, location, address, another, complaints } = visit;
  const memberId = await invited(visit);
  const id = await askPerson(service, REFUND);
  const link = await linkFor(location, id, memberId);
  const telephone = await another(TELEPHONE);
  const asked: string[] = [];
  telephone.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
  await telephone.goto(`${address}${link}`);
  await telephone.getByRole('heading', { level: 1, name: 'Your decision' }).waitFor();
  await telephone.getByText('You decide as Dana Decider').waitFor();
  assert.equal(new URL(telephone.url()).hash, '');
  await requireHarmless(telephone);
  const [, token = ''] = link.split('#');
  assert.ok(!asked.join('\n').includes(token.slice(3)));
  if (process.env.ASSIZE_SCREENSHOTS) {
    await telephone.screenshot({ path: `${process.env.ASSIZE_SCREENSHOTS}/decide-390.png`, fullPage: true });
    await telephone.screenshot({ path: `${process.env.ASSIZE_SCREENSHOTS}/decide-390-top.png` });
  }
  assert.equal((await approvalOf(service, id)).status, 'pending');
  await telephone.getByLabel('Comment').fill('Once is enough');
  await telephone.getByRole('button', { name: 'Approve' }).click();
  await telephone.getByText('You approved it.').waitFor();
  await requireHarmless(telephone);
  const { status, decisions } = await approvalOf(service, id);
  assert.deepEqual(
    [status, decisions.map(({ party, comment }) => [party, comment])],
    ['approved', [[memberId, 'Once is enough']]],
  );
  // Neither the page's address nor its history brings the token back, and the link is used up.
  await telephone.reload();
  await telephone.getByText('Open the link in the mail again').waitFor();
  await telephone.goto('about:blank');
  await telephone.goto(`${address}${link}`);
  await telephone.getByText('You have decided already').waitFor();
  await requireHarmless(telephone);
  forget(complaints, /409/);
});

testInBrowser('signs-in-before-it-shows-a-grave-action', async (visit) => {
  const { service, location, address, another, complaints } = visit;
  const memberId = await invited(visit);
  const id = await askPerson(service, { ...REFUND, context: { ...REFUND.context, risk_level: 'high' } });
  const telephone = await another(TELEPHONE);
  await telephone.goto(`${address}${await linkFor(location, id, memberId)}`);
  await telephone.getByRole('heading', { name: 'Sign in first' }).waitFor();
  assert.equal(await telephone.getByText('ann@example.com').count(), 0);
  await requireHarmless(telephone);
  await telephone.getByLabel('E-mail').fill('dana@acme.example');
  await telephone.getByLabel('Password').fill(PASSWORD);
  await telephone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await telephone.getByText('ann@example.com').first().waitFor();
  await telephone.getByRole('button', { name: 'Reject' }).click();
  await telephone.getByText('You rejected it.').waitFor();
  assert.equal((await approvalOf(service, id)).status, 'rejected');
  forget(complaints, /401/);
});
