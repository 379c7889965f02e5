export type { CompiledPolicy } from './compile.ts';
export { loadCompiler } from './compiler.ts';
export { type Member, membersText, recordedSet, SWITCHED, setVersionOf } from './set.ts';
