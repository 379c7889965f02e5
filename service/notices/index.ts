export type { Letter } from './letters/letter.ts';
export { factOf, isolated, oneLine, timeInMail } from './letters/plain.ts';
export { type ListedNotice, listNotices, NOTICE_STATUSES } from './list.ts';
export { type Mail, MailError, type Mailer, type SmtpSettings, smtpMailer } from './sending/mailer.ts';
export { sendingChore } from './sending/sending.ts';
export {
  type Envelope,
  invitationMail,
  mailToPerson,
  resetMail,
  signInChangeMail,
} from './sending/to-person.ts';
export { forgettingChore, startNotices } from './start.ts';
export { noticeConsumer } from './waiting.ts';
