/**
 * Reads YAML or JSON that a person wrote. A number means there what it means in the body of a request: an integer
 * that a double is only near is refused, and no number is infinite.
 */
import { isExactNumber } from '@assize/evidence-format';
import { type Fault, INEXACT_INTEGER } from '../../foundation/failure.ts';

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
