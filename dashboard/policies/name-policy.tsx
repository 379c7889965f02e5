/** Asks for the name of a new policy, stores its draft, and opens it. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PolicyPack } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useWrite } from '../api/read.ts';
import { TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';

interface NamePolicyProps {
  title: string;
  description: string;
  /** On the button. */
  act: string;
  /** A name to start from. */
  suggested?: string;
  /** Without its name. */
  draft: Omit<PolicyPack, 'name' | 'about'> & { description: string };
  onClose: () => void;
}

export function NamePolicy({ title, description, act, suggested = '', draft, onClose }: NamePolicyProps) {
  const [name, setName] = useState(suggested);
  const navigate = useNavigate();
  const create = useWrite(
    (api) => api.POST('/api/v1/policies', { body: { ...draft, name: name.trim() } }),
    ['/api/v1/policies'],
  );
  const faults = faultsOf(create.error);
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={description}
      act={act}
      error={faults.whole}
      onSubmit={async () => {
        await create.mutateAsync(undefined);
        void navigate({ to: '/policies/$name', params: { name: name.trim() } });
      }}
    >
      <TextField
        label="Name"
        hint="Lower-case letters, digits, dashes and underscores."
        error={faults.of('name')}
        value={name}
        onValue={setName}
      />
    </FormDialog>
  );
}
