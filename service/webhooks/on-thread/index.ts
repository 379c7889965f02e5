export { type OnThread, serveSending } from './serve.ts';
