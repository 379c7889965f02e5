/** Starts the chore that warns of serious incidents that have to be reported. */
import type { Started } from '../foundation/chores.ts';
import { type DueDeps, dueIncidentsChore } from './due.ts';

export function startIncidents(deps: DueDeps): Started {
  return { chores: [dueIncidentsChore(deps)], async close() {} };
}
