import type { Migration } from './migration.ts';

/** Lets a webhook be sent in the trace of its cause, even after a restart or by another node. */
export const traceContexts: Migration = {
  version: 31,
  name: 'trace_contexts',
  release: '0.1',
  kind: 'expand',
  statements: () => ['ALTER TABLE events ADD COLUMN trace_context TEXT'],
};
