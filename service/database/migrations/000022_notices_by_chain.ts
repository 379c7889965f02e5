import type { Migration } from './migration.ts';

/** Notices are listed by environment, like everything else that a key reads. */
export const noticesByChain: Migration = {
  version: 22,
  name: 'notices_by_chain',
  release: '0.1',
  kind: 'expand',
  statements: () => ['CREATE INDEX notices_by_chain ON notices (chain, notice_id)'],
};
