/** Reads the values in a text that goes to others, by the same scanners as those of a result. */
import type { TargetKind } from '../targets/index.ts';
import { Reading } from './reading.ts';
import { scan } from './scan.ts';

export interface TextValue {
  /** The text by which targets are compared. */
  name: string;
  kind: TargetKind;
  value: string;
}

const MAX_VALUES = 1_000;

/** @returns links, addresses, phone numbers, accounts and ids, in the order of the text. */
export function valuesInText(text: string): TextValue[] {
  const values = new Map<string, TextValue>();
  const reading = new Reading((name, { kind, value }, isOther) => {
    if (isOther || values.has(name)) return true;
    if (values.size >= MAX_VALUES) return false;
    values.set(name, { name, kind, value });
    return true;
  });
  scan(text, reading);
  return [...values.values()];
}
