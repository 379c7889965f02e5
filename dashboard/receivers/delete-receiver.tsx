/** Deletes a receiver (a channel, an endpoint, a sink) after a confirmation, and leads back to the list. */
import { useNavigate } from '@tanstack/react-router';
import { ConfirmButton } from '../ui/forms/form.tsx';

interface DeleteReceiverProps {
  noun: string;
  /** Says what is lost and what stays. */
  description: string;
  remove: () => Promise<unknown>;
  list: '/channels' | '/sinks' | '/webhooks';
}

export function DeleteReceiver({ noun, description, remove, list }: DeleteReceiverProps) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label="Delete…"
      buttonLook="quiet"
      title={`Delete this ${noun}?`}
      description={description}
      act="Delete"
      onSubmit={async () => {
        await remove();
        void navigate({ to: list });
      }}
      done={`The ${noun} is deleted`}
    />
  );
}
