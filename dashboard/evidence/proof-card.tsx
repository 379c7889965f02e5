/**
 * The proof of a record, step by step. Loaded only where one is shown, since it brings hashes and signatures along.
 */
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import type { ArtifactInFull } from '../../client/api.ts';
import { useRead, useText } from '../api/read.ts';
import { CodeBlock } from '../ui/code.tsx';
import { Card, Stack } from '../ui/page.tsx';
import { Loaded, Notice } from '../ui/state.tsx';
import styles from './evidence.module.css';
import { type Step, stepsOf } from './proof.ts';

/** A record is signed within half a second; until then there is no proof. */
const AGAIN_MS = 1000;

export function ProofCard({ record }: { record: ArtifactInFull }) {
  const keys = useRead('/api/v1/evidence/verifier-keys', {});
  const proof = useText(`/api/v1/evidence/${record.id}/proof`, { retryDelay: AGAIN_MS });
  return (
    <Card title="Proof, checked in this browser">
      <Loaded query={proof} lines={5}>
        {(text) =>
          keys.data !== undefined && (
            <Checked
              steps={stepsOf(
                record,
                text,
                keys.data.keys.map(({ vkey }) => vkey),
              )}
              keys={keys.data.keys}
              proof={text}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

function Checked({
  steps,
  keys,
  proof,
}: {
  steps: readonly Step[];
  keys: readonly { vkey: string }[];
  proof: string;
}) {
  const isSound = steps.every(({ holds }) => holds !== false);
  return (
    <Stack>
      <Notice tone={isSound ? 'good' : 'bad'}>
        {isSound ? 'This record is unaltered and in its place.' : 'This record is not as it was recorded.'}
      </Notice>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
      </ol>
      <p>
        This does not show that the key is the right one: compare it with the copy that you keep on another
        machine.
      </p>
      <details>
        <summary>The key and the proof</summary>
        <CodeBlock text={keys.map(({ vkey }) => vkey).join('\n')} label="Verifier keys" />
        <CodeBlock text={proof} label="Proof" />
      </details>
    </Stack>
  );
}

function StepRow({ step: { name, holds, detail } }: { step: Step }) {
  return (
    <li className={styles.step}>
      {holds === true && <CircleCheck className={styles.good} aria-label="Holds" />}
      {holds === false && <CircleX className={styles.bad} aria-label="Does not hold" />}
      {holds === null && <CircleDashed className={styles.open} aria-label="Could not be checked" />}
      <span>{name}</span>
      <p>{detail}</p>
    </li>
  );
}
