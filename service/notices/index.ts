export { forgettingChore } from './forget.ts';
export { type ListedNotice, listNotices, NOTICE_STATUSES } from './list.ts';
export { type Mailer, type SmtpSettings, smtpMailer } from './sending/mailer.ts';
export { sendingChore } from './sending/sending.ts';
export { startNotices } from './start.ts';
