/**
 * Reads YAML or JSON that a person wrote. A number means the same as in the body of a request: an integer that a
 * double only approximates is refused, and no number is infinite.
 */
import { isExactNumber } from '@assize/evidence-format';
import { type Fault, INEXACT_INTEGER } from '../../../foundation/failure.ts';

/**
 * If there are faults, `value` is still set where the text was YAML at all: use it to find further faults, not to act
 * on.
 */
export interface ReadYaml {
  value?: unknown;
  /** Faults in the grammar have no place but `body`. */
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
      // A number that is not written as in JSON, such as a hexadecimal one, is exact as long as it is small.
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
 * Finds the line of a part of a YAML or JSON text, so that a person can find a fault there.
 * @returns the line that these names lead to, or the line of the last one that exists.
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
