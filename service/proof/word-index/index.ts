export { checkIndex } from './faults.ts';
