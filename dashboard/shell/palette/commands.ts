/** The entries of the palette: places to go to, and acts. What was typed chooses among them. */

export interface Command {
  id: string;
  label: string;
  /** Said behind the label. */
  detail?: string | undefined;
  /** The label is foreign text. */
  foreign?: boolean;
  goal: Destination | 'halt';
}

export interface Destination {
  to: string;
  params?: { id: string };
  search?: Record<string, string>;
}

export interface Group {
  name: string;
  items: readonly Command[];
}

export interface Known {
  pages: readonly { to: string; name: string; key: string }[];
  agents: readonly { agent_id: string; name: string | null }[];
  /** There are more agents than these: the others open by their whole id. */
  hasMoreAgents: boolean;
  approvals: readonly { approval_id: string; action: string; agent_id: string | null }[];
  may: { manage: boolean; members: boolean; payloads: boolean };
}

const MOST_OF_A_GROUP = 8;
const MOST_WITHOUT_WORDS = 3;
/** Pasted ids, and where they lead. */
const IDS: readonly [RegExp, name: string, to: string][] = [
  [/^ev_[0-9a-f]+$/, 'record', '/evidence/$id'],
  [/^apr_[0-9a-f]+$/, 'approval', '/approvals/$id'],
];

/** @returns the groups that have entries, the most likely first. */
export function commandsFor(typed: string, known: Known): Group[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ label, detail = '' }: Command) => {
    const text = `${label} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const most = words.length === 0 ? MOST_WITHOUT_WORDS : MOST_OF_A_GROUP;
  const groups: Group[] = [
    { name: 'By its id', items: byId(typed.trim()) },
    { name: 'Pages', items: pagesOf(known).filter(fits) },
    { name: 'Acts', items: actsOf(known).filter(fits) },
    { name: 'Waiting approvals', items: approvalsOf(known).filter(fits).slice(0, most) },
    {
      name: 'Agents',
      items: [...agentsOf(known).filter(fits).slice(0, most), ...otherAgent(typed.trim(), known)],
    },
    { name: 'Evidence', items: searchesFor(typed.trim(), known) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

function byId(typed: string): Command[] {
  return IDS.filter(([pattern]) => pattern.test(typed)).map(([, name, to]) => ({
    id: `id ${to}`,
    label: `Open the ${name}`,
    detail: typed,
    goal: { to, params: { id: typed } },
  }));
}

function pagesOf({ pages }: Known): Command[] {
  return pages.map(({ to, name, key }) => ({ id: to, label: name, detail: `g ${key}`, goal: { to } }));
}

function actsOf({ may }: Known): Command[] {
  return [
    may.manage && { id: 'halt', label: 'Halt everything', detail: 'stop every agent', goal: 'halt' as const },
    may.manage && {
      id: 'key',
      label: 'Create a key',
      detail: 'for an application or an agent',
      goal: { to: '/keys', search: { open: 'create' } },
    },
    may.members && {
      id: 'invite',
      label: 'Invite a person',
      detail: 'a new member',
      goal: { to: '/members', search: { open: 'invite' } },
    },
  ].filter((each) => each !== false);
}

function approvalsOf({ approvals }: Known): Command[] {
  return approvals.map(({ approval_id: id, action, agent_id: agent }) => ({
    id,
    label: action,
    detail: agent ?? undefined,
    foreign: true,
    goal: { to: '/approvals/$id', params: { id } },
  }));
}

function agentsOf({ agents }: Known): Command[] {
  return agents.map(({ agent_id: id, name }) => ({
    id: `agent ${id}`,
    label: name ?? id,
    detail: name === null ? undefined : id,
    foreign: true,
    goal: { to: '/agents/$id', params: { id } },
  }));
}

function otherAgent(typed: string, { agents, hasMoreAgents }: Known): Command[] {
  if (!hasMoreAgents || typed === '' || agents.some(({ agent_id: id }) => id === typed)) return [];
  const goal = { to: '/agents/$id', params: { id: typed } };
  return [{ id: 'other agent', label: 'The agent with this id', detail: typed, goal }];
}

function searchesFor(typed: string, { may }: Known): Command[] {
  if (typed === '') return [];
  const evidence = (id: string, label: string, search: Record<string, string>) => ({
    id,
    label,
    detail: typed,
    goal: { to: '/evidence', search },
  });
  const byAction = evidence('action', 'Evidence of the action', { action: typed });
  // Words are looked for in payloads.
  return may.payloads
    ? [evidence('words', 'Evidence with these words', { text: typed }), byAction]
    : [byAction];
}
