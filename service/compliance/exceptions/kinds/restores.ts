/** Older databases that were put in place of newer ones. */
import { RESTORE_ACTION } from '@assize/evidence-format';
import { changesFound, type ExceptionKind, shortened } from './kind.ts';

export const restores: ExceptionKind = {
  id: 'restore',
  title: 'Restored from a backup',
  rule: 'An older database was restored, so that signed records may be missing.',
  find: (reading) =>
    changesFound(reading, [RESTORE_ACTION], ({ by, reason, last_signed_size, found_size }) => ({
      ...(typeof by === 'string' ? { who: by } : {}),
      what: `a database with ${found_size} records was restored, of ${last_signed_size} that were signed`,
      why: shortened(reason),
    })),
};
