export { listMessages, MESSAGE_STATUSES, replayMessage, type SentMessage } from './messages.ts';
