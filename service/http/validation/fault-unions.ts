/**
 * A value that fits no branch of a union raises one error for each branch and one for the union. The caller
 * made one mistake, so this keeps the likely one: the allowed words, or the faults of the nearest branch.
 */
/** The part of an Ajv error that is read here; Fastify's own error type fits as well. */
export interface SchemaError {
  keyword: string;
  instancePath: string;
  schemaPath: string;
  params: Record<string, unknown>;
  propertyName?: string;
}

const UNION_KEYWORDS = new Set(['anyOf', 'oneOf']);

/** These only say that another error has been reported as well. */
const NOISE_KEYWORDS = new Set(['if', 'propertyNames']);

/** The same errors in the same order, each union and its branches replaced by the remaining ones. */
export function settleUnions(errors: readonly SchemaError[]): SchemaError[] {
  let settled = [...errors];
  // Ajv reports a union after its branches, so the last union in the list is never a branch of an earlier
  // one.
  for (;;) {
    const union = settled.findLast((error) => UNION_KEYWORDS.has(error.keyword));
    if (union === undefined) break;
    const branches = byBranch(union, settled);
    const claimed = new Set([...branches.values()].flat());
    const remaining = nearest(union, [...branches.values()]);
    settled = settled.flatMap((error) => {
      if (error === union) return remaining;
      return claimed.has(error) ? [] : [error];
    });
  }
  return settled.filter((error) => settled.length === 1 || !NOISE_KEYWORDS.has(error.keyword));
}

function byBranch(union: SchemaError, errors: readonly SchemaError[]): Map<string, SchemaError[]> {
  const branches = new Map<string, SchemaError[]>();
  for (const error of errors) {
    if (error === union) continue;
    if (!within(error.schemaPath, union.schemaPath) || !within(error.instancePath, union.instancePath))
      continue;
    const branch = error.schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0] ?? '';
    const found = branches.get(branch);
    if (found === undefined) branches.set(branch, [error]);
    else found.push(error);
  }
  return branches;
}

function within(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

function nearest(union: SchemaError, branches: readonly SchemaError[][]): SchemaError[] {
  const here = (error: SchemaError) => error.instancePath === union.instancePath;
  const literals: unknown[] = [];
  const types: unknown[] = [];
  const fitting: SchemaError[][] = [];
  for (const branch of branches) {
    const words = branch.filter(here).flatMap(allowedWords);
    const wrongType = branch.find((error) => here(error) && error.keyword === 'type');
    if (words.length > 0) literals.push(...words);
    else if (wrongType !== undefined) types.push(wrongType.params.type);
    else fitting.push(branch);
  }

  const closest = fitting.sort((one, other) => distance(one) - distance(other))[0];
  if (closest !== undefined) return settleUnions(closest);
  const wanted = types.flat().filter((type) => type !== 'null');
  if (wanted.length > 0) return [{ ...union, keyword: 'type', params: { type: wanted } }];
  if (literals.length > 0) return [{ ...union, keyword: 'enum', params: { allowedValues: literals } }];
  return [{ ...union, keyword: 'union' }];
}

function allowedWords(error: SchemaError): unknown[] {
  if (error.keyword === 'const') return [error.params.allowedValue];
  if (error.keyword === 'enum' && Array.isArray(error.params.allowedValues))
    return error.params.allowedValues;
  return [];
}

/**
 * A branch whose distinguishing word does not match is further away than one with any number of other
 * mistakes.
 */
function distance(branch: readonly SchemaError[]): number {
  const words = branch.filter((error) => error.keyword === 'const').length;
  return words * 1000 + branch.length;
}
