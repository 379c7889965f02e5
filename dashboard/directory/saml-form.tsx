/** The form for the provider that signs members in. */
import { useState } from 'react';
import type { Directory } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { TextArea, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import { useSetDirectory } from './use-set-directory.ts';

export function SamlForm({ directory, onClose }: { directory: Directory; onClose: () => void }) {
  const { saml } = directory;
  const [draft, setDraft] = useState({
    issuer: saml?.issuer ?? '',
    entryPoint: saml?.entry_point ?? '',
    certificates: saml?.certificates ?? '',
    domains: saml?.domains.join(', ') ?? '',
  });
  const set = useSetDirectory();
  const faults = faultsOf(set.error);
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = () => {
    const domains = draft.domains.split(/[\s,]+/).filter((each) => each !== '');
    const { issuer, entryPoint, certificates } = draft;
    const wanted = { issuer: issuer.trim(), entry_point: entryPoint.trim(), certificates, domains };
    return set.mutateAsync({
      group_names: directory.group_names,
      saml: wanted,
      expected_revision: directory.revision,
    });
  };
  return (
    <FormDialog
      keepOpen
      large
      onClose={onClose}
      title={saml === null ? 'Set up sign-in by SAML' : 'Change sign-in by SAML'}
      description="Your provider’s metadata has these. A person who controls it can sign in here as each member whose address is of these domains."
      act="Save"
      error={faults.whole}
      onSubmit={save}
      done="Members can sign in by your provider"
    >
      <TextField
        label="Entity id of the provider"
        required
        maxLength={1024}
        error={faults.of('saml.issuer')}
        value={draft.issuer}
        onValue={(issuer) => change({ issuer })}
      />
      <TextField
        label="Sign-in address of the provider"
        hint="The HTTP-Redirect address of its single sign-on service."
        type="url"
        inputMode="url"
        placeholder="https://"
        required
        error={faults.of('saml.entry_point')}
        value={draft.entryPoint}
        onValue={(entryPoint) => change({ entryPoint })}
      />
      <TextArea
        label="Certificates"
        hint="PEM. Add the next one before the provider changes its key, and take the old one out afterwards."
        rows={6}
        spellCheck={false}
        placeholder="-----BEGIN CERTIFICATE-----"
        error={faults.of('saml.certificates')}
        value={draft.certificates}
        onValue={(certificates) => change({ certificates })}
      />
      <TextField
        label="Domains"
        hint="Of the addresses that it may vouch for, such as acme.example."
        required
        error={faults.of('saml.domains')}
        value={draft.domains}
        onValue={(domains) => change({ domains })}
      />
    </FormDialog>
  );
}
