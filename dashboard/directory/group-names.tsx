/** The names that the directory has for the groups of the roles. */
import { useState } from 'react';
import type { Directory } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { useSetDirectory } from './use-set-directory.ts';

export const ROLE_NAMES = ['owner', 'admin', 'approver', 'auditor', 'viewer'] as const;
type Names = Directory['group_names'];

export function GroupNames({ directory, onClose }: { directory: Directory; onClose: () => void }) {
  const [names, setNames] = useState<Names>(directory.group_names);
  const set = useSetDirectory();
  const faults = faultsOf(set.error);
  const save = () => {
    const given = ROLE_NAMES.flatMap((role) => {
      const name = names[role]?.trim() ?? '';
      return name === '' ? [] : [[role, name] as const];
    });
    return set.mutateAsync({
      group_names: Object.fromEntries(given),
      saml: directory.saml,
      expected_revision: directory.revision,
    });
  };
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title="Name the groups"
      description="As they are called in your directory. Empty: as the role."
      act="Save"
      error={faults.whole}
      onSubmit={save}
      done="The groups have these names"
    >
      {ROLE_NAMES.map((role) => (
        <TextField
          key={role}
          label={role}
          placeholder={role}
          maxLength={256}
          error={faults.of(`group_names.${role}`)}
          value={names[role] ?? ''}
          onValue={(name) => setNames((before) => ({ ...before, [role]: name }))}
        />
      ))}
    </FormDialog>
  );
}
