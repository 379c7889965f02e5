/** Surface A: the accounts at chat services with which the signed-in member decides. */
import { accountsOf, makeChatCode, requireMember, untieAccount } from '../../../channels/accounts/index.ts';
import { routesOf } from '../../answers/routes.ts';
import { principalOf } from '../../callers/access.ts';
import * as is from '../../schemas/fields.ts';
import { described, describedRecord, object, record } from '../../schemas/objects.ts';
import type { Noun, Services } from '../../services.ts';

const ChatAccount = record('ChatAccount', {
  account_id: is.text(),
  kind: is.text('The kind of channel, such as slack'),
  account: is.text('As the chat service names it: in Slack, the workspace and the person'),
  tied_at: is.time(),
});

const ChatCode = describedRecord('ChatCode', 'The code, which replaces your last one', {
  code: is.text('Type it into the chat service yourself; it works once'),
  expires_at: is.time(),
});

const route = routesOf('a', 'Members');
const config = { scope: [], environment: 'production' } as const;

const MAKE_CODE = route(
  'makeChatCode',
  'Make a code that ties your account at a chat service to you; only for members who are signed in',
  { 201: ChatCode },
);
const LIST = route('listChatAccounts', 'List the accounts at chat services that speak for you', {
  200: described('Your accounts', { accounts: is.list(ChatAccount) }),
});
const UNTIE = route('untieChatAccount', 'Untie an account; from then on, it decides nothing', {
  params: object({ account_id: is.text() }),
  200: described('It is untied', { account_id: is.text(), untied: is.flag() }),
});

export const chatAccountsA: Noun<Services> = (app, services) => {
  app.post('/members/me/chat-code', { config, schema: MAKE_CODE }, async (request, reply) => {
    const { code, expiresAt } = await makeChatCode(services, principalOf(request));
    reply.code(201);
    return { code, expires_at: new Date(expiresAt).toISOString() };
  });

  app.get('/members/me/chat-accounts', { config, schema: LIST }, async (request) => {
    const caller = principalOf(request);
    const accounts = await accountsOf(services.db, caller.tenantId, requireMember(caller));
    return {
      accounts: accounts.map(({ accountId, kind, account, tiedAt }) => {
        return { account_id: accountId, kind, account, tied_at: new Date(tiedAt).toISOString() };
      }),
    };
  });

  app.delete('/members/me/chat-accounts/:account_id', { config, schema: UNTIE }, async (request) => {
    const { account_id: accountId } = request.params;
    await untieAccount(services, principalOf(request), accountId);
    return { account_id: accountId, untied: true };
  });
};
