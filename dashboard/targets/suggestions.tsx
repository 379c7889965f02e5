/** Targets that actions have reached and nothing makes known. */
import { useMay } from '../api/me.ts';
import { type ReadData, useRead, useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { ActButton } from '../ui/forms/act-button.tsx';
import { List } from '../ui/list.tsx';
import { formatCount } from '../ui/money.ts';
import type { Column } from '../ui/table.tsx';

type Suggested = ReadData<'/api/v1/targets/suggestions'>['targets'][number];
const MOST = 20;

const COLUMNS: readonly Column<Suggested>[] = [
  {
    name: 'Target',
    bare: true,
    cell: ({ value }) => (
      <strong>
        <ForeignText limit={120} text={value} />
      </strong>
    ),
  },
  { name: 'Kind', cell: ({ kind, role }) => `${kind}, ${role}` },
  { name: 'Reached', end: true, cell: ({ count }) => formatCount(count) },
  { name: 'Approved', end: true, cell: ({ approved_count: approved }) => formatCount(approved) },
  { name: 'Make known', bare: true, cell: (target) => <MakeKnown target={target} /> },
];

export function TargetSuggestions() {
  const query = useRead('/api/v1/targets/suggestions', {});
  return (
    <List
      title="Reached, but not known"
      query={query}
      lines={2}
      items={({ targets }) => targets.slice(0, MOST)}
      caption="Suggested targets"
      columns={COLUMNS}
      keyOf={({ kind, value, role, effect }) => `${kind} ${role} ${effect} ${value}`}
    />
  );
}

function MakeKnown({ target: { kind, value, role } }: { target: Suggested }) {
  const { manage } = useMay();
  const add = useWrite(
    (api) => api.POST('/api/v1/targets', { body: { targets: [{ kind, value, role }] } }),
    ['/api/v1/targets', '/api/v1/targets/suggestions'],
  );
  return manage && <ActButton act="Make known" sent={add} done="Known from now on" />;
}
