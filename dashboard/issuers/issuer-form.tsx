/** The form for an issuer: the tokens that are accepted, and the meaning of their claims. */
import { useState } from 'react';
import type { Issuer } from '../../client/api.ts';
import { faultsOf } from '../api/client.ts';
import { useWrite } from '../api/read.ts';
import { Choices, TextArea, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';

type Algorithm = Issuer['algorithms'][number];
type Part = 'accept' | 'agent' | 'user' | 'environment' | 'scopes';

interface Draft extends Record<Part, string> {
  name: string;
  issuer: string;
  audience: string;
  jwksUri: string;
  algorithms: readonly Algorithm[];
}

const ALGORITHMS: readonly Algorithm[] = [
  'RS256',
  'ES256',
  'PS256',
  'EdDSA',
  'RS384',
  'RS512',
  'PS384',
  'PS512',
  'ES384',
  'ES512',
];

/** The fields whose faults are shown beside them. */
const FIELDS = ['name', 'issuer', 'audience', 'jwks_uri', 'algorithms'];

const PARTS: readonly { part: Part; label: string; hint: string }[] = [
  {
    part: 'accept',
    label: 'Accept a token if',
    hint: "Such as claims.repository_owner == 'acme'. Empty: every token of this issuer and audience.",
  },
  { part: 'agent', label: 'Agent', hint: 'Such as claims.azp. Empty: actor.sub, the subject.' },
  {
    part: 'user',
    label: 'Person it acts for',
    hint: 'Such as claims.actor. Empty: claims.sub, where the token names an actor (act).',
  },
  { part: 'environment', label: 'Environment', hint: "Such as 'sandbox'. Empty: production." },
  {
    part: 'scopes',
    label: 'Scopes',
    hint: 'A list. No token can manage keys, or manage or provision members.',
  },
];

interface IssuerFormProps {
  /** Null: a new one. */
  issuer: Issuer | null;
  onClose: () => void;
}

export function IssuerForm({ issuer, onClose }: IssuerFormProps) {
  const [draft, setDraft] = useState<Draft>(draftOf(issuer));
  const save = useSave(issuer);
  const { of: errorOf } = faultsOf(save.error);
  const names = [...FIELDS, ...PARTS.map(({ part }) => `mapping.${part}`)];
  const isAtField = names.some((name) => errorOf(name) !== undefined);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  return (
    <FormDialog
      keepOpen
      large
      onClose={onClose}
      title={issuer === null ? 'Trust an issuer' : 'Change the issuer'}
      description="The mapping says what a token’s claims mean here: expressions in CEL over claims (the token) and actor (its act claim, or else the token)."
      act={issuer === null ? 'Trust this issuer' : 'Save'}
      disabled={draft.algorithms.length === 0}
      error={isAtField ? null : save.error?.message}
      onSubmit={() => save.mutateAsync(draft)}
      done={issuer === null ? 'Its tokens are accepted' : 'The issuer is changed'}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        error={errorOf('name')}
        value={draft.name}
        onValue={(name) => set({ name })}
      />
      <AddressFields draft={draft} isNew={issuer === null} errorOf={errorOf} onChange={set} />
      {PARTS.map(({ part, label, hint }) => (
        <TextArea
          key={part}
          label={label}
          hint={hint}
          rows={part === 'accept' ? 2 : 1}
          maxLength={2000}
          spellCheck={false}
          error={errorOf(`mapping.${part}`)}
          value={draft[part]}
          onValue={(value) => set({ [part]: value })}
        />
      ))}
      <fieldset>
        <legend>Signatures that count</legend>
        <Choices
          options={ALGORITHMS.map((value) => ({ value, label: value }))}
          chosen={draft.algorithms}
          onChange={(algorithms) => set({ algorithms })}
        />
      </fieldset>
    </FormDialog>
  );
}

interface AddressFieldsProps {
  draft: Draft;
  isNew: boolean;
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<Draft>) => void;
}

/** An issuer's URL and audience never change: another one is another issuer. */
function AddressFields({ draft, isNew, errorOf, onChange }: AddressFieldsProps) {
  return (
    <>
      <TextField
        label="Issuer URL"
        hint="Exactly as in the claim iss."
        type="url"
        inputMode="url"
        placeholder="https://token.actions.githubusercontent.com"
        required
        readOnly={!isNew}
        error={errorOf('issuer')}
        value={draft.issuer}
        onValue={(issuer) => onChange({ issuer })}
      />
      <TextField
        label="Audience"
        hint="The claim aud. Choose one that only you use."
        required
        readOnly={!isNew}
        maxLength={200}
        error={errorOf('audience')}
        value={draft.audience}
        onValue={(audience) => onChange({ audience })}
      />
      <TextField
        label="Address of its keys (JWKS)"
        hint="Empty: the issuer’s metadata says it."
        type="url"
        inputMode="url"
        error={errorOf('jwks_uri')}
        value={draft.jwksUri}
        onValue={(jwksUri) => onChange({ jwksUri })}
      />
    </>
  );
}

function useSave(issuer: Issuer | null) {
  return useWrite(
    (api, { name, issuer: url, audience, jwksUri, algorithms, ...draft }: Draft) => {
      const given = PARTS.flatMap(({ part }) =>
        draft[part].trim() === '' ? [] : [[part, draft[part].trim()]],
      );
      const mapping = { scopes: '', ...Object.fromEntries(given) };
      const wanted = {
        name: name.trim(),
        jwks_uri: jwksUri.trim() || null,
        algorithms: [...algorithms],
        mapping,
      };
      if (issuer === null) {
        return api.POST('/api/v1/issuers', {
          body: { ...wanted, issuer: url.trim(), audience: audience.trim() },
        });
      }
      return api.PATCH('/api/v1/issuers/{issuer_id}', {
        params: { path: { issuer_id: issuer.issuer_id } },
        body: { ...wanted, version: issuer.version },
      });
    },
    ['/api/v1/issuers'],
  );
}

function draftOf(issuer: Issuer | null): Draft {
  const mapping = issuer?.mapping ?? { scopes: "['governance:evaluate']" };
  const { accept = '', agent = '', user = '', environment = '', scopes } = mapping;
  return {
    name: issuer?.name ?? '',
    issuer: issuer?.issuer ?? '',
    audience: issuer?.audience ?? '',
    jwksUri: issuer?.jwks_uri ?? '',
    algorithms: issuer?.algorithms ?? ['RS256', 'ES256'],
    ...{ accept, agent, user, environment, scopes },
  };
}
