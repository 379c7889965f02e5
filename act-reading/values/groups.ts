/** Finds accounts and telephone numbers, which people write in groups of digits. */
import { getCountrySpecifications } from 'ibantools';
import type { Reading } from './reading.ts';

const IBANS = /[A-Za-z]{2}\d\d(?:[\s.-]?[A-Za-z0-9]){11,30}/g;
const LENGTHS = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { IBANRegistry, chars }]) =>
    IBANRegistry && chars !== null ? [[country, chars]] : [],
  ),
);
const NUMBERS = /[+(]?\d[\d \u00a0\u202f()./-]{4,24}\d/g;
const DATE = /^\d{4}[-/.]\d\d?[-/.]\d\d?|^\d\d?[-/.]\d\d?[-/.]\d{4}/;
const BEFORE_A_NUMBER = /[\p{L}\p{N}_-]$/u;
const MIN_DIGITS = 6;
const MAX_PHONE_DIGITS = 15;

export function readGroups(text: string, length: number, reading: Reading): void {
  const read = length === text.length ? text : text.slice(0, length);
  for (const written of read.match(IBANS) ?? []) {
    const iban = ibanIn(written);
    if (iban !== null) reading.add('account', iban);
    if (reading.isOver) return;
  }
  for (const match of read.matchAll(NUMBERS)) {
    if (match.index > 0 && BEFORE_A_NUMBER.test(text.charAt(match.index - 1))) continue;
    if (reading.isNew(`number ${match[0]}`)) addNumber(match[0], reading);
    if (reading.isOver) return;
  }
}

/** Takes as many characters as the accounts of its country have: what follows is the next word. */
function ibanIn(written: string): string | null {
  const length = LENGTHS.get(written.slice(0, 2).toUpperCase());
  const characters = written.replace(/[^A-Za-z0-9]/g, '');
  return length === undefined || characters.length < length ? null : characters.slice(0, length);
}

function addNumber(written: string, reading: Reading): void {
  const digits = written.replace(/\D/g, '');
  if (digits.length < MIN_DIGITS || DATE.test(written)) return;
  if (digits === written && digits.length > MAX_PHONE_DIGITS) return;
  if (digits.length <= MAX_PHONE_DIGITS) {
    // Without its country, a number is its digits.
    if (written.startsWith('+')) reading.add('phone', written);
    else reading.addTarget({ kind: 'phone', value: digits }, digits === written);
  }
  if (digits !== written) reading.addTarget({ kind: 'account', value: digits }, true);
}
