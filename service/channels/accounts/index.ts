export { accountsOf, type ChatAccount, memberBehind } from './accounts.ts';
export { type CodeDeps, makeChatCode, requireMember, type Typing } from './codes.ts';
export { TIED, type TieDeps, type TieResult, tieAccount, UNTIED, untieAccount, untieFor } from './tie.ts';
