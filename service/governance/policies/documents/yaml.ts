/**
 * Reads YAML or JSON that a person wrote. A number means there what it means in the body of a request: an integer
 * that a double is only near is refused, and no number is infinite.
 */
import { isExactNumber } from '@assize/evidence-format';
import { type Fault, INEXACT_INTEGER } from '../../../foundation/failure.ts';

/** With faults, `value` is there where the text was YAML at all: enough to find what else is wrong, not to act on. */
export interface ReadYaml {
  value?: unknown;
  /** Those of the grammar have no place but `body`. */
  faults: Fault[];
}

export async function readYaml(text: string): Promise<ReadYaml> {
  const { isPair, isSeq, parseDocument, visit } = await import('yaml');
  const parsed = parseDocument(text, { prettyErrors: true });
  if (parsed.errors.length > 0) return { faults: parsed.errors.map(({ message }) => unreadable(message)) };
  const faults: Fault[] = [];
  visit(parsed, {
    Scalar(place, scalar, path) {
      const { value, source = '' } = scalar;
      // A zero has no sign, as in a body.
      if (value === 0) scalar.value = 0;
      if (typeof value !== 'number' || isExactNumber(source)) return;
      // What is not written as JSON has it, such as a hexadecimal number, is exact as long as it is small.
      if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return;
      const field = path.flatMap((parent, depth) => {
        if (isPair(parent)) return [String(parent.key)];
        if (!isSeq(parent)) return [];
        const child = path[depth + 1];
        return [String(child === undefined ? place : parent.items.indexOf(child))];
      });
      faults.push({ field, ...INEXACT_INTEGER });
    },
  });
  try {
    return { value: parsed.toJS(), faults };
  } catch {
    return { faults: [unreadable('has more aliases than a document of this kind needs')] };
  }
}

function unreadable(message: string): Fault {
  return { field: [], message, type: 'value_error' };
}

/**
 * On which line of a YAML or JSON text something stands, so that a fault can be found.
 * @returns the line of what these names lead to, or of the last of them that is there.
 */
export async function linesOfText(text: string): Promise<(field: readonly string[]) => number> {
  const { isCollection, isScalar, LineCounter, parseDocument } = await import('yaml');
  const counter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: counter });
  return (field) => {
    let node: unknown = parsed.contents;
    for (const name of field) {
      const next = isCollection(node) ? node.get(/^\d+$/.test(name) ? Number(name) : name, true) : undefined;
      if (next === undefined) break;
      node = next;
    }
    const offset = (node as { range?: readonly [number, number, number] | null } | null)?.range?.[0] ?? 0;
    // The text of a block begins on the line after its sign.
    const isBlock = isScalar(node) && /^BLOCK/.test(node.type ?? '');
    return counter.linePos(offset).line + Number(isBlock);
  };
}
