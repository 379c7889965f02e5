/** Ready packs of rules: read one, and copy it as a draft of your own. */
import { useState } from 'react';
import type { PolicyPack } from '../../client/api.ts';
import { useMay } from '../api/me.ts';
import { type ReadData, useRead } from '../api/read.ts';
import { Finding } from '../ui/badge.tsx';
import { Button } from '../ui/forms/button.tsx';
import { useAddress } from '../ui/navigation/address.ts';
import { Card, Row, Stack } from '../ui/page.tsx';
import { Loaded } from '../ui/state.tsx';
import { NamePolicy } from './name-policy.tsx';
import styles from './policies.module.css';

type Listed = ReadData<'/api/v1/policy-packs'>['packs'][number];

export function Packs() {
  const [{ pack }, go] = useAddress();
  const query = useRead('/api/v1/policy-packs', {});
  if (typeof pack === 'string') return <OnePack name={pack} onBack={() => go({ pack: undefined })} />;
  return (
    <Loaded query={query} lines={8}>
      {({ packs }) => (
        <ul className={styles.packs}>
          {packs.map((each) => (
            <li key={each.name}>
              <PackCard pack={each} onOpen={() => go({ pack: each.name })} />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function PackCard({ pack, onOpen }: { pack: Listed; onOpen: () => void }) {
  const { name, description, rule_count: count, effects } = pack;
  return (
    <button type="button" className={styles.pack} onClick={onOpen}>
      <strong>{name}</strong>
      <span>{description}</span>
      <span className={styles.muted}>
        {count} rules: {effects.block} block, {effects.escalate} ask a person
        {effects.note > 0 && `, ${effects.note} only record`}
      </span>
    </button>
  );
}

function OnePack({ name, onBack }: { name: string; onBack: () => void }) {
  const query = useRead('/api/v1/policy-packs/{name}', { params: { path: { name } } });
  const [copying, setCopying] = useState(false);
  const { manage } = useMay();
  return (
    <Stack>
      <Row>
        <Button size="small" look="quiet" onClick={onBack}>
          All packs
        </Button>
      </Row>
      <Loaded query={query} lines={8}>
        {(pack) => (
          <Stack>
            <Card
              title={pack.name}
              actions={
                manage && (
                  <Button look="primary" size="small" onClick={() => setCopying(true)}>
                    Copy as a draft…
                  </Button>
                )
              }
            >
              <p className={styles.about}>{pack.about}</p>
            </Card>
            <Rules rules={pack.rules} />
            {copying && <CopyPack pack={pack} onClose={() => setCopying(false)} />}
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
}

const FOUND = { block: 'block', escalate: 'escalate', note: 'pass' } as const;

function Rules({ rules }: { rules: PolicyPack['rules'] }) {
  return (
    <ul className={styles.rules} aria-label="Rules">
      {rules.map(({ id, description, message, effect, when }) => (
        <li key={id} className={styles.rule}>
          <Row>
            <Finding found={FOUND[effect]} />
            <strong>{message}</strong>
          </Row>
          <p className={styles.muted}>{description}</p>
          <details>
            <summary>Its condition</summary>
            <pre className={styles.condition}>{when}</pre>
          </details>
        </li>
      ))}
    </ul>
  );
}

function CopyPack({ pack, onClose }: { pack: PolicyPack; onClose: () => void }) {
  const { about: _, name, description = '', ...document } = pack;
  return (
    <NamePolicy
      onClose={onClose}
      title="Copy this pack"
      description="The copy is a draft of yours: change its amounts and names, and try it on the past, before you put it in force."
      act="Copy"
      suggested={name}
      draft={{ ...document, description }}
    />
  );
}
