/** Checks a period against a framework, and lists earlier checks. */
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { useAddress } from '../ui/navigation/address.ts';
import { Page } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { CheckForm } from './check-form.tsx';
import styles from './compliance.module.css';
import { FrameworkCard } from './framework-cards.tsx';
import { PastChecks } from './past-checks.tsx';
import { Report } from './report.tsx';

export function CompliancePage() {
  const [{ check }] = useAddress();
  return typeof check === 'string' ? <Report evidenceId={check} /> : <Checks />;
}

function Checks() {
  const { write } = useMay();
  const [, go] = useAddress();
  const [asked, setAsked] = useState<string | null>(null);
  const frameworks = useRead('/api/v1/core/compliance/frameworks', {});
  return (
    <Page
      title="Compliance"
      lead="Each check reads the evidence of a period. It says for each control of a framework what the evidence shows, and what people must show in addition."
    >
      <Loaded query={frameworks} lines={6}>
        {({ items }) => (
          <div className={styles.frameworks}>
            {items.map((framework) => (
              <FrameworkCard
                key={framework.id}
                framework={framework}
                onCheck={write ? () => setAsked(framework.id) : undefined}
              />
            ))}
          </div>
        )}
      </Loaded>
      {/* The cards would push it down. */}
      {!frameworks.isPending && <PastChecks />}
      {asked !== null && frameworks.data && (
        <CheckForm
          framework={frameworks.data.items.find(({ id }) => id === asked) ?? null}
          onClose={() => setAsked(null)}
          onChecked={(check) => go({ check })}
        />
      )}
    </Page>
  );
}
