// Enters the hooks into an agent's settings, and takes exactly that out again. Doing either twice changes nothing.

import { readFileSync, rmSync } from 'node:fs';
import type { Fields } from '../event.ts';
import { backupOf, settingsIn, textOf, writeWhole } from './files.ts';
import { withEntries, withoutEntries } from './settings.ts';

export interface Wanted {
  file: string;
  beside: Fields;
  entries: Readonly<Record<string, Fields>>;
}

export type Change = 'written' | 'unchanged' | 'removed' | 'restored';

/** @throws {FileProblem} */
export function install({ file, beside, entries }: Wanted): Change {
  const { text, settings } = settingsIn(file);
  const changed = withEntries(settings, beside, entries);
  if (changed === settings) return 'unchanged';
  const hadNone = JSON.stringify(withoutEntries(settings)) === JSON.stringify(settings);
  if (text !== undefined && hadNone) writeWhole(backupOf(file), text);
  writeWhole(file, textOf(changed, text));
  return 'written';
}

/** @throws {FileProblem} */
export function uninstall({ file, beside, entries }: Wanted): Change {
  const { text, settings } = settingsIn(file);
  const rest = withoutEntries(settings);
  if (text === undefined || JSON.stringify(rest) === JSON.stringify(settings)) return 'unchanged';
  const former = formerOf(file);
  if (former !== undefined) {
    const again = withEntries(former.settings, beside, entries);
    if (JSON.stringify(withoutEntries(again)) === JSON.stringify(rest)) {
      writeWhole(file, former.text);
      rmSync(backupOf(file), { force: true });
      return 'restored';
    }
  }
  const isNothing = JSON.stringify(rest) === '{}' || JSON.stringify(rest) === JSON.stringify(beside);
  if (former === undefined && isNothing) rmSync(file);
  else writeWhole(file, textOf(rest, text));
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
