/** Targets that actions have reached and nothing makes known. */
import { useMay } from '../api/me.ts';
import { type ReadData, useRead, useWrite } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';

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
  { name: 'Reached', end: true, cell: ({ count }) => count.toLocaleString('en') },
  { name: 'Approved', end: true, cell: ({ approved_count: approved }) => approved.toLocaleString('en') },
  { name: 'Make known', bare: true, cell: (target) => <MakeKnown target={target} /> },
];

export function TargetSuggestions() {
  const query = useRead('/api/v1/targets/suggestions', {});
  return (
    <Loaded query={query} lines={2}>
      {({ targets }) =>
        targets.length > 0 && (
          <Card title="Reached, but not known" flush>
            <Table
              caption="Suggested targets"
              columns={COLUMNS}
              items={targets.slice(0, MOST)}
              keyOf={({ kind, value, role, effect }) => `${kind} ${role} ${effect} ${value}`}
            />
          </Card>
        )
      }
    </Loaded>
  );
}

function MakeKnown({ target: { kind, value, role } }: { target: Suggested }) {
  const { manage } = useMay();
  const add = useWrite(
    (api) => api.POST('/api/v1/targets', { body: { targets: [{ kind, value, role }] } }),
    ['/api/v1/targets', '/api/v1/targets/suggestions'],
  );
  if (!manage) return null;
  return (
    <>
      <Button
        size="small"
        busy={add.isPending}
        onClick={() => add.mutate(undefined, { onSuccess: () => toast('Known from now on') })}
      >
        Make known
      </Button>
      {add.error && <p role="alert">{add.error.message}</p>}
    </>
  );
}
