export { bodyOf } from './message.ts';
export { openSender } from './sender.ts';
