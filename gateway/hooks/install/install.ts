/** Adds the hooks to an agent's settings, and removes exactly them again. Doing either twice changes nothing. */
import { readFileSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Fields } from '../event.ts';
import { isFields } from '../reading.ts';
import {
  backupOf,
  changedText,
  commentsIn,
  FileProblem,
  saysTheSame,
  settingsIn,
  writeBackup,
  writeWhole,
} from './files.ts';
import { withEntries, withoutEntries } from './settings.ts';

export interface Wanted {
  file: string;
  beside: Fields;
  entries: Readonly<Record<string, Fields>>;
}

export type Change = 'written' | 'unchanged' | 'removed';

/** @throws {FileProblem} */
export function install({ file, beside, entries }: Wanted): Change {
  const former = settingsIn(file);
  const { text, settings } = former;
  requireLists(file, settings, entries);
  const wanted = withEntries(settings, beside, entries);
  if (wanted === settings) return 'unchanged';
  const changed = changedText(file, former, wanted);
  const hadNone = JSON.stringify(withoutEntries(settings)) === JSON.stringify(settings);
  if (text !== undefined && hadNone) writeBackup(file, text);
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
  const again = former && withoutEntries(withEntries(former.settings, beside, entries));
  const isAsBefore =
    former !== undefined &&
    saysTheSame(again, rest) &&
    isDeepStrictEqual(commentsIn(former.text), commentsIn(text));
  const isNothing = JSON.stringify(rest) === '{}' || saysTheSame(rest, beside);
  if (isAsBefore) writeWhole(file, former.text);
  else if (former === undefined && isNothing) rmSync(file);
  else writeWhole(file, changedText(file, current, rest));
  rmSync(backupOf(file), { force: true });
  return 'removed';
}

/** Replacing something that is not a list would lose it. @throws {FileProblem} */
function requireLists(file: string, { hooks = {} }: Fields, entries: Wanted['entries']): void {
  const isKnown = isFields(hooks) && Object.keys(entries).every((event) => Array.isArray(hooks[event] ?? []));
  if (!isKnown) throw new FileProblem(`${file} has hooks in another form than the agent's`);
}

/** @returns the original file, where it was kept and says nothing else. */
function formerOf(file: string): { text: string; settings: Fields } | undefined {
  try {
    const { text, settings } = settingsIn(backupOf(file));
    return text === undefined ? undefined : { text: readFileSync(backupOf(file), 'utf8'), settings };
  } catch {
    return undefined;
  }
}
