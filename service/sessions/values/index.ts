export { type SessionMemory, sessionAt } from './memory.ts';
export { countOf, hashOfValues } from './packed.ts';
export { isEmptied } from './session-in-memory.ts';
