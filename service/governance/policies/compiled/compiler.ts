/** Loads the compiler of rules with the first rule: together with the CEL library it is a seventh of the program. */
export const loadCompiler = () => import('./compile.ts');
