/** Tells whether one may make reports of exceptions, and sign them off. */
import { useMay, useMe } from '../../api/me.ts';

/** Auditors may, although they write nothing else. */
export function useMayReport(): boolean {
  const { write } = useMay();
  return useMe()?.role === 'auditor' || write;
}
