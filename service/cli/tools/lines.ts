/** An entry as lines for a person, each field with the reason why it was proposed. */

import { nameOf } from '@assize/act-reading/act';
import type { ToolEntry } from '@assize/act-reading/tools';
import type { Announced } from '../../tools/index.ts';

/** Shown beside the output, so that JSON stays JSON. */
export function linesOfNotice(notice: Announced<unknown>['notice']): string[] {
  return notice === null ? [] : ['', notice];
}

export function linesOfEntry(entry: ToolEntry): string[] {
  const { reasons = {}, targets, contents, amount, effect_by: by } = entry;
  const because = (field: string) => (reasons[field] === undefined ? '' : `  (${reasons[field]})`);
  const lines = [`${nameOf(entry)}: ${entry.description ?? 'no description'}`];
  lines.push(`  effect ${entry.effect ?? 'none'}${because('effect')}`);
  if (by !== undefined) {
    const values = Object.entries(by.values).map(([value, effect]) => `${value}: ${effect}`);
    lines.push(`  effect by ${by.path}: ${values.join(', ')}${because('effect_by')}`);
  }
  for (const [place, { path, kind, role, effect }] of targets.entries()) {
    const own = effect === undefined ? '' : `, ${effect}`;
    lines.push(`  target ${path}: ${kind}, ${role}${own}${because(`targets[${place}]`)}`);
  }
  for (const [place, { path, kind, dialect }] of contents.entries()) {
    lines.push(`  content ${path}: ${dialect ?? kind}${because(`contents[${place}]`)}`);
  }
  if (amount !== undefined) lines.push(`  amount ${amount.path}${because('amount')}`);
  if (entry.risk_level !== undefined) lines.push(`  risk ${entry.risk_level}${because('risk_level')}`);
  if (entry.is_irreversible) lines.push(`  irreversible${because('is_irreversible')}`);
  lines.push(...linesOfResult(entry, because));
  return lines;
}

function linesOfResult(
  { result, result_fields = {}, confidentiality }: ToolEntry,
  because: (field: string) => string,
): string[] {
  const lines: string[] = [];
  if (result !== undefined) lines.push(`  returns ${result}${because('result')}`);
  for (const [name, source] of Object.entries(result_fields)) {
    lines.push(`  returns ${name}: ${source}${because(`result_fields.${name}`)}`);
  }
  if (confidentiality !== undefined) lines.push(`  results ${confidentiality}${because('confidentiality')}`);
  return lines;
}
