export { forgettingChore } from './forget.ts';
export { type ListedNotice, listNotices, NOTICE_STATUSES } from './list.ts';
export { MailError, type Mailer, type SmtpSettings, smtpMailer } from './sending/mailer.ts';
export { type SendingDeps, sendingChore } from './sending/sending.ts';
export { type Notices, startNotices } from './start.ts';
