/** One policy: its rules, its versions, and what a draft would have changed. */
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Policy } from '../../client/api.ts';
import { useRead } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Page, Row } from '../ui/page.tsx';
import { Loaded, Skeleton } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { InForce } from './policies-page.tsx';
import { Versions } from './versions.tsx';

const RuleEditor = lazy(() =>
  import('./rule-editor.tsx').then(({ RuleEditor }) => ({ default: RuleEditor })),
);

type Tab = 'rules' | 'versions';

export function PolicyPage() {
  const { name } = useParams({ strict: false }) as { name: string };
  const query = useRead('/api/v1/policies/{name}', { params: { path: { name } } });
  return (
    <Page title={name} heading={<ForeignText text={name} />} back={<Link to="/policies">All policies</Link>}>
      <Loaded query={query}>{(policy) => <Whole policy={policy} />}</Loaded>
    </Page>
  );
}

function Whole({ policy }: { policy: Policy }) {
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  const navigate = useNavigate();
  const chosen: Tab = tab === 'versions' ? 'versions' : 'rules';
  return (
    <>
      <Row>
        In force: <InForce version={policy.active_version} />
      </Row>
      <Tabs<Tab>
        label="Policy"
        tabs={[
          { name: 'rules', label: 'Rules' },
          { name: 'versions', label: 'Versions' },
        ]}
        value={chosen}
        onChange={(next) =>
          void navigate({
            to: '.',
            search: ({ env }: { env?: 'sandbox' }) => ({ env, tab: next === 'rules' ? undefined : next }),
          })
        }
      >
        {chosen === 'rules' ? (
          <Suspense fallback={<Skeleton lines={8} />}>
            <Newest policy={policy} />
          </Suspense>
        ) : (
          <Versions policy={policy} />
        )}
      </Tabs>
    </>
  );
}

/** Editing starts from the newest version. */
function Newest({ policy: { name, latest_version: version } }: { policy: Policy }) {
  const query = useRead('/api/v1/policies/{name}/versions/{version}', {
    params: { path: { name, version } },
  });
  return <Loaded query={query}>{(newest) => <RuleEditor newest={newest} />}</Loaded>;
}
