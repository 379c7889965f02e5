/** Switches on at once what is off, and switches off what is on after a question. */
import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from './button.tsx';
import { ConfirmButton } from './form.tsx';

interface SwitchButtonProps {
  isOn: boolean;
  /** The kind of thing that is switched, in the question. */
  noun: string;
  /** Says the effect of switching it off. */
  description: string;
  on?: string;
  off?: string;
  enable: UseMutationResult<unknown, Error, unknown>;
  disable: UseMutationResult<unknown, Error, unknown>;
}

export function SwitchButton({
  isOn,
  noun,
  description,
  on = 'Enable',
  off = 'Disable',
  enable,
  disable,
}: SwitchButtonProps) {
  return (
    <>
      {isOn ? (
        <ConfirmButton
          label={`${off}…`}
          title={`${off} this ${noun}?`}
          description={description}
          act={off}
          onSubmit={() => disable.mutateAsync(undefined)}
        />
      ) : (
        <Button size="small" busy={enable.isPending} onClick={() => enable.mutate(undefined)}>
          {on}
        </Button>
      )}
      {enable.error && <span role="alert">{enable.error.message}</span>}
    </>
  );
}
