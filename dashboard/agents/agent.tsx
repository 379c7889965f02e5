/** An agent of the inventory, in words. */
import type { ReadData } from '../api/read.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';

export type Agent = ReadData<'/api/v1/agents'>['items'][number];
export type Status = Agent['status'];

export const STATUSES: Record<Status, { name: string; tone: Tone }> = {
  active: { name: 'active', tone: 'good' },
  suspended: { name: 'suspended', tone: 'bad' },
  retired: { name: 'retired', tone: 'neutral' },
  unregistered: { name: 'not registered', tone: 'warning' },
};

/** How an agent proved its id when it last asked. */
export const KNOWN_BY = { claimed: 'its word', key: 'its key', token: 'a token', never: '—' } as const;

/** A member who left keeps their name. */
export function Owner({ owner: { kind, id, name } }: { owner: NonNullable<Agent['owner']> }) {
  return (
    <span>
      <ForeignText cut limit={60} text={name ?? id} />
      {kind === 'team' && ' (team)'}
    </span>
  );
}

export function AgentStatus({ agent: { status }, isHalted }: { agent: Agent; isHalted: boolean }) {
  const { name, tone } = STATUSES[status];
  return (
    <span>
      <Badge tone={tone}>{name}</Badge> {isHalted && <Badge tone="bad">halted</Badge>}
    </span>
  );
}
