/** A button in a table that acts at once. Its error stands beside it. */
import type { UseMutationResult } from '@tanstack/react-query';
import { toast } from '../toast.tsx';
import { Button } from './button.tsx';

interface ActButtonProps {
  act: string;
  sent: UseMutationResult<unknown, Error, unknown>;
  /** Said once it is done. */
  done: string;
  /** Said below that. */
  more?: string;
}

export function ActButton({ act, sent, done, more }: ActButtonProps) {
  return (
    <>
      <Button
        size="small"
        busy={sent.isPending}
        onClick={() => sent.mutate(undefined, { onSuccess: () => toast(done, more) })}
      >
        {act}
      </Button>
      {sent.error && <p role="alert">{sent.error.message}</p>}
    </>
  );
}
