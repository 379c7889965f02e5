/** Checks a period against a framework, and lists earlier checks. */
import { useState } from 'react';
import { useMay } from '../api/me.ts';
import { useRead } from '../api/read.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { List } from '../ui/list.tsx';
import { useAddress } from '../ui/navigation/address.ts';
import { Page } from '../ui/page.tsx';
import { CheckForm } from './check-form.tsx';
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
      <PastChecks />
      <List
        title="Frameworks"
        query={frameworks}
        items={({ items }) => items}
        caption="Frameworks"
        columns={[
          { name: 'Framework', cell: ({ name }) => <strong>{name}</strong>, bare: true },
          { name: 'Edition', cell: ({ edition }) => edition },
          { name: 'Covered here', cell: ({ scope }) => <ForeignText text={scope} /> },
          { name: 'Controls', cell: ({ controls }) => controls, end: true },
          {
            name: 'Acts',
            bare: true,
            cell: ({ id }) =>
              write && (
                <Button size="small" onClick={() => setAsked(id)}>
                  Check…
                </Button>
              ),
          },
        ]}
        keyOf={({ id }) => id}
      />
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
