import type { Migration } from './migration.ts';

/** So that a webhook is sent in the trace of its cause, also after a restart and by another node. */
export const traceContexts: Migration = {
  version: 31,
  name: 'trace_contexts',
  statements: () => ['ALTER TABLE events ADD COLUMN trace_context TEXT'],
};
