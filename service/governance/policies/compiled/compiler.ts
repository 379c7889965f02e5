/** Loads the compiler of rules when there is a first rule: with its language it is a seventh of the program. */
export const loadCompiler = () => import('./compile.ts');
