export { expiringKeysChore } from './expiring-keys.ts';
export { forgettingChore } from './forget.ts';
export { type ListedNotice, listNotices, NOTICE_STATUSES } from './list.ts';
export { MailError, type Mailer, type SmtpSettings, smtpMailer } from './mailer.ts';
export { NOTICE_KINDS, type NoticeDraft, type NoticeKind, writeNotice } from './notice.ts';
export { type SendingDeps, sendingChore } from './sending.ts';
export { noticeConsumer } from './waiting.ts';

import type { Chore } from '../foundation/chores.ts';
import { type ExpiringKeysDeps, expiringKeysChore } from './expiring-keys.ts';
import { forgettingChore } from './forget.ts';

/** What any node does. Sending is another thing: only the service does that. */
export function noticeChores(deps: ExpiringKeysDeps): Chore[] {
  return [expiringKeysChore(deps), forgettingChore(deps)];
}
