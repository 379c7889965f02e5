/** The compiler of rules: with its language it is 130 files, which a node need not hold before there is a rule. */
export function loadCompiler(): Promise<typeof import('./compile.ts')> {
  return import('./compile.ts');
}
