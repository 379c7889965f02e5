/** Enables at once what is off, and disables what is on after a question. */
import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from './button.tsx';
import { ConfirmButton } from './form.tsx';

interface SwitchButtonProps {
  isOn: boolean;
  /** The kind of thing that is switched, in the question. */
  noun: string;
  /** Says the effect of disabling. */
  description: string;
  enable: UseMutationResult<unknown, Error, unknown>;
  disable: UseMutationResult<unknown, Error, unknown>;
}

export function SwitchButton({ isOn, noun, description, enable, disable }: SwitchButtonProps) {
  return (
    <>
      {isOn ? (
        <ConfirmButton
          label="Disable…"
          title={`Disable this ${noun}?`}
          description={description}
          act="Disable"
          onSubmit={() => disable.mutateAsync(undefined)}
        />
      ) : (
        <Button size="small" busy={enable.isPending} onClick={() => enable.mutate(undefined)}>
          Enable
        </Button>
      )}
      {enable.error && <span role="alert">{enable.error.message}</span>}
    </>
  );
}
