export { startSiem } from './start.ts';
