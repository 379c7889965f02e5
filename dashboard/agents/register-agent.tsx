/** Registers an agent, or changes who answers for it and what it is for. */
import { useState } from 'react';
import { faultsOf } from '../api/client.ts';
import { type ReadPath, useRead, useWrite } from '../api/read.ts';
import { SelectField, TextArea, TextField } from '../ui/forms/field.tsx';
import { FormDialog } from '../ui/forms/form.tsx';
import type { Agent } from './agent.tsx';

const STALE: readonly ReadPath[] = ['/api/v1/agents', '/api/v1/agents/{agent_id}'];
const LONGEST = { id: 256, name: 200, purpose: 2000 } as const;

/** The choices so far. */
interface Draft {
  agentId: string;
  name: string;
  purpose: string;
  ownerKind: 'none' | 'member' | 'team';
  memberId: string;
  team: string;
}

interface RegisterAgentProps {
  /** An agent that was seen; undefined: its id is asked for. */
  agentId?: string;
  onClose: () => void;
}

export function RegisterAgent({ agentId, onClose }: RegisterAgentProps) {
  const register = useWrite(
    (api, draft: Draft) =>
      api.POST('/api/v1/agents', {
        body: {
          agent_id: draft.agentId.trim(),
          ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
          ...described(draft),
        },
      }),
    STALE,
  );
  const [draft, setDraft] = useState<Draft>({ ...EMPTY, agentId: agentId ?? '' });
  const faults = faultsOf(register.error);
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title="Register an agent"
      description="The inventory says which agents exist, what each is for, and who answers for it."
      act="Register"
      disabled={draft.agentId.trim() === ''}
      error={faults.whole}
      onSubmit={() => register.mutateAsync(draft)}
      done="The agent is registered"
    >
      <TextField
        label="Agent id"
        hint="The agent_id that it sends in its evaluations."
        error={faults.of('agent_id')}
        required
        readOnly={agentId !== undefined}
        maxLength={LONGEST.id}
        value={draft.agentId}
        onValue={(id) => setDraft((before) => ({ ...before, agentId: id }))}
      />
      <Describing
        draft={draft}
        errorOf={faults.of}
        onChange={(part) => setDraft((old) => ({ ...old, ...part }))}
      />
    </FormDialog>
  );
}

export function ChangeAgent({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const { agent_id, version } = agent;
  const change = useWrite(
    (api, draft: Draft) =>
      api.PATCH('/api/v1/agents/{agent_id}', {
        params: { path: { agent_id } },
        body: {
          name: draft.name.trim() || agent_id,
          ...described(draft),
          ...(version !== null && { version }),
        },
      }),
    STALE,
  );
  const [draft, setDraft] = useState<Draft>(draftOf(agent));
  const faults = faultsOf(change.error);
  return (
    <FormDialog
      keepOpen
      onClose={onClose}
      title="Change the agent"
      description="Each change is recorded as evidence, with your name."
      act="Save"
      error={faults.whole}
      onSubmit={() => change.mutateAsync(draft)}
      done="The agent is changed"
    >
      <Describing
        draft={draft}
        errorOf={faults.of}
        onChange={(part) => setDraft((old) => ({ ...old, ...part }))}
      />
    </FormDialog>
  );
}

const EMPTY: Draft = { agentId: '', name: '', purpose: '', ownerKind: 'none', memberId: '', team: '' };

function draftOf({ agent_id, name, purpose, owner }: Agent): Draft {
  return {
    agentId: agent_id,
    name: name ?? '',
    purpose: purpose ?? '',
    ownerKind: owner?.kind ?? 'none',
    memberId: owner?.kind === 'member' ? owner.id : '',
    team: owner?.kind === 'team' ? owner.id : '',
  };
}

function described({ purpose, ownerKind, memberId, team }: Draft) {
  const id = ownerKind === 'member' ? memberId : team.trim();
  return { purpose, owner: ownerKind === 'none' ? null : { kind: ownerKind, id } };
}

interface DescribingProps {
  draft: Draft;
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<Draft>) => void;
}

const KINDS = [
  { value: 'none', name: 'No one yet' },
  { value: 'member', name: 'A member' },
  { value: 'team', name: 'A team' },
] as const;

function Describing({ draft, errorOf, onChange }: DescribingProps) {
  const members = useRead('/api/v1/members', {});
  const people = members.data?.members ?? [];
  const choose = (ownerKind: Draft['ownerKind']) =>
    onChange({ ownerKind, memberId: draft.memberId || (people[0]?.member_id ?? '') });
  return (
    <>
      <TextField
        label="Name"
        hint="What people see. Without one, its id."
        error={errorOf('name')}
        maxLength={LONGEST.name}
        value={draft.name}
        onValue={(name) => onChange({ name })}
      />
      <SelectField
        label="Who answers for it"
        error={errorOf('owner')}
        options={KINDS}
        value={draft.ownerKind}
        onValue={choose}
      />
      {draft.ownerKind === 'member' && (
        <SelectField
          label="Member"
          error={errorOf('owner.id')}
          options={people.map(({ member_id: value, name }) => ({ value, name }))}
          value={draft.memberId}
          onValue={(memberId) => onChange({ memberId })}
        />
      )}
      {draft.ownerKind === 'team' && (
        <TextField
          label="Team"
          error={errorOf('owner.id')}
          required
          maxLength={LONGEST.name}
          value={draft.team}
          onValue={(team) => onChange({ team })}
        />
      )}
      <TextArea
        label="Purpose"
        hint="What it is for, and its limits, in a sentence or two."
        error={errorOf('purpose')}
        maxLength={LONGEST.purpose}
        value={draft.purpose}
        onValue={(purpose) => onChange({ purpose })}
      />
    </>
  );
}
