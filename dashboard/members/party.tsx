/** Shows who did something: a member's or key's name, where the viewer may know it. */
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { Id } from '../ui/code.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';

const LONG_MS = 5 * 60_000;

function useNames(): ReadonlyMap<string, string> {
  const { manage } = useMay();
  const options = { enabled: manage, everyMs: LONG_MS } as const;
  const keys = useRead('/api/v1/api-keys', {}, options);
  const members = useRead('/api/v1/members', {}, options);
  return new Map([
    ...(keys.data?.keys.map(({ id, name }) => [id, `${name} (key)`] as const) ?? []),
    ...(members.data?.members.map(({ member_id: id, name }) => [id, name] as const) ?? []),
  ]);
}

/** @param id `key_…`, `mbr_…`, or a word such as `operator`. */
export function Party({ id }: { id: string }) {
  const name = useNames().get(id);
  if (name !== undefined) return <ForeignText limit={60} text={name} />;
  if (id === 'operator') return 'The operator, on the command line';
  return <Id>{id}</Id>;
}
