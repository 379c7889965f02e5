/**
 * Enters the hooks into an agent's settings, and takes exactly that out again. Doing either twice changes nothing.
 */
import { readFileSync, rmSync } from 'node:fs';
import type { Fields } from '../event.ts';
import { backupOf, changedText, saysTheSame, settingsIn, writeWhole } from './files.ts';
import { withEntries, withoutEntries } from './settings.ts';

export interface Wanted {
  file: string;
  beside: Fields;
  entries: Readonly<Record<string, Fields>>;
}

export type Change = 'written' | 'unchanged' | 'removed' | 'restored';

/** @throws {FileProblem} */
export function install({ file, beside, entries }: Wanted): Change {
  const former = settingsIn(file);
  const { text, settings } = former;
  const wanted = withEntries(settings, beside, entries);
  if (wanted === settings) return 'unchanged';
  const changed = changedText(file, former, wanted);
  const hadNone = JSON.stringify(withoutEntries(settings)) === JSON.stringify(settings);
  if (text !== undefined && hadNone) writeWhole(backupOf(file), text);
  writeWhole(file, changed);
  return 'written';
}

/** @throws {FileProblem} */
export function uninstall({ file, beside, entries }: Wanted): Change {
  const current = settingsIn(file);
  const { text, settings } = current;
  const rest = withoutEntries(settings);
  if (text === undefined || JSON.stringify(rest) === JSON.stringify(settings)) return 'unchanged';
  const former = formerOf(file);
  if (former !== undefined) {
    const again = withEntries(former.settings, beside, entries);
    if (saysTheSame(withoutEntries(again), rest)) {
      writeWhole(file, former.text);
      rmSync(backupOf(file), { force: true });
      return 'restored';
    }
  }
  const isNothing = JSON.stringify(rest) === '{}' || saysTheSame(rest, beside);
  if (former === undefined && isNothing) rmSync(file);
  else writeWhole(file, changedText(file, current, rest));
  return 'removed';
}

/** @returns the file as it was before, where it was kept and says nothing else. */
function formerOf(file: string): { text: string; settings: Fields } | undefined {
  try {
    const { text, settings } = settingsIn(backupOf(file));
    return text === undefined ? undefined : { text: readFileSync(backupOf(file), 'utf8'), settings };
  } catch {
    return undefined;
  }
}
