/**
 * Replaces a key without an interruption: each step shows when it is done. Progress is in the address, so it survives
 * a reload.
 */
import type { ApiKey } from '../../client/api.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { Button } from '../ui/forms/button.tsx';
import { Card } from '../ui/page.tsx';
import { Step, Steps } from '../ui/steps.tsx';
import { Ago } from '../ui/time/time.tsx';
import { rotationStepOf } from './scopes.ts';

interface RotationProps {
  old: ApiKey;
  next: ApiKey | undefined;
  onCreate: () => void;
  onRevoke: () => void;
  onEnd: () => void;
}

const ORDER = ['create', 'use', 'revoke', 'done'];

export function Rotation({ old, next, onCreate, onRevoke, onEnd }: RotationProps) {
  const step = rotationStepOf(old, next);
  const isPast = (name: string) => ORDER.indexOf(step) > ORDER.indexOf(name);
  return (
    <Card
      title={
        <>
          Rotate <ForeignText cut limit={60} text={old.name} />
        </>
      }
      actions={<Button onClick={onEnd}>{step === 'done' ? 'Done' : 'Stop here'}</Button>}
    >
      <Steps>
        <Step
          title="Create the new key"
          done={isPast('create')}
          act={
            step === 'create' && (
              <Button look="primary" onClick={onCreate}>
                Create the new key
              </Button>
            )
          }
        >
          Both keys work until you revoke the old one.
        </Step>
        <Step title="Switch the application" done={isPast('use')}>
          <Switched step={step} next={next} />
        </Step>
        <Step
          title="Revoke the old key"
          done={step === 'done'}
          act={
            step === 'revoke' && (
              <Button look="danger" onClick={onRevoke}>
                Revoke <code>{old.prefix}</code>…
              </Button>
            )
          }
        >
          {step !== 'done' && old.last_used_at ? (
            <>
              It was last used <Ago time={old.last_used_at} />. Wait until nothing uses it.
            </>
          ) : (
            'Nothing should still be using it.'
          )}
        </Step>
      </Steps>
    </Card>
  );
}

function Switched({ step, next }: { step: string; next: ApiKey | undefined }) {
  if (step === 'use') return <span role="status">Give it the new key. Waiting for its first request…</span>;
  if (!next?.last_used_at) return <>Give it the new key; this turns green at its first request.</>;
  return (
    <>
      The new key <code>{next.prefix}</code> was used <Ago time={next.last_used_at} />.
    </>
  );
}
