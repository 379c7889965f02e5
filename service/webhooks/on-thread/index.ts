export { type OnThread, type SendThreadData, type SendThreadNotice, serveSending } from './serve.ts';
