export { NoPlan } from './apis.ts';
export { type AskDeps, askModel, MAX_ANSWER_BYTES } from './ask.ts';
export { Queue } from './queue.ts';
