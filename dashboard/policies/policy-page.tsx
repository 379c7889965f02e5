/** One policy: its rules, its versions, and what a draft would have changed. */
import { Link, useParams } from '@tanstack/react-router';
import type { Policy } from '../../client/api.ts';
import { useRead } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Page, Row } from '../ui/page.tsx';
import { Loaded, lazily, Skeleton } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { InForce } from './policies-page.tsx';
import { Versions } from './versions.tsx';

const RuleEditor = lazily(() => import('./rule-editor.tsx'), 'RuleEditor', <Skeleton lines={8} />);

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
  return (
    <>
      <Row>
        In force: <InForce version={policy.active_version} />
      </Row>
      <Tabs
        label="Policy"
        tabs={[
          { name: 'rules', label: 'Rules', content: <Newest policy={policy} /> },
          { name: 'versions', label: 'Versions', content: <Versions policy={policy} /> },
        ]}
      />
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
