/**
 * The compiler of rules: with its language it is 130 files, which a node need not hold before there is a rule. They are
 * loaded in pieces with a turn for others in between: at once they kept the event loop for 110 ms, and so for 35 at most.
 */
let loaded: Promise<typeof import('./compile.ts')> | undefined;

export function loadCompiler(): Promise<typeof import('./compile.ts')> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<typeof import('./compile.ts')> {
  for (const piece of PIECES) {
    await piece();
    await new Promise(setImmediate);
  }
  return import('./compile.ts');
}

/** What the compiler is built on, from the ground up. */
const PIECES = [
  () => import('@bufbuild/protobuf/wire'),
  () => import('@bufbuild/protobuf/reflect'),
  () => import('@bufbuild/protobuf'),
  () => import('@bufbuild/re2'),
  () => import('@bufbuild/cel'),
  () => import('./cel/functions.ts'),
  () => import('./cel/expression.ts'),
];
