export { matchesPattern } from './matches-pattern.ts';
export { meetsPattern } from './meets-pattern.ts';
export { isSameName, type MetName, metName, nameKey } from './met.ts';
export { type EntryKeys, folded, keysOfEntry, type Name, readName, splitAtCase } from './name.ts';
export { covers, isPattern, type NamePattern, namesTool, readPattern, touches } from './pattern.ts';
export { type ShownName, Spellings } from './spellings.ts';
