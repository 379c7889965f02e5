/** An event as a line that a person reads. */
import { type JsonObject, shown } from '@assize/evidence-format';
import type { Colour, Line } from '@assize/evidence-format/terminal';
import type { HeardEvent } from './source.ts';

const COLOURS: Record<string, Colour> = {
  'approval.created': 'yellow',
  'approval.resolved': 'green',
  'evaluation.escalated': 'yellow',
  'evaluation.blocked': 'red',
  'evidence.integrity_failed': 'red',
  'action.executed_despite_block': 'red',
  'agent.halted': 'red',
};
/** What matters of an event, where naming its fields would mislead or drown it. */
const SAID: Record<string, (data: JsonObject) => string> = {
  'agent.halted': ({ agent_id, halt_id }) => `${agent_id ?? 'all agents'}, ${halt_id}`,
  'trust.changed': ({ agent_id, before, after }) => `${agent_id}, from ${before} to ${after}`,
  'usage.reported': ({ period }) => `of ${period}`,
};
/** What matters of all others, in this order, where an event has it. */
const TOLD: Record<string, (value: string) => string> = {
  resolution: (value) => value,
  action: (value) => value,
  agent_id: (value) => `by ${value}`,
  actor: (value) => `by ${value}`,
  risk_level: (value) => `${value} risk`,
  problem: (value) => value,
  message: (value) => value,
  approval_id: (value) => value,
};
const TYPE_WIDTH = 'action.executed_despite_block'.length;

export function lineOf({ sequence, type, timestamp, data }: HeardEvent): Line {
  const time = new Date(timestamp).toLocaleString('sv-SE');
  const rejected = type === 'approval.resolved' && data.resolution !== 'approved';
  const colour = rejected ? 'red' : (COLOURS[type] ?? 'cyan');
  const name = shown(type).padEnd(TYPE_WIDTH);
  const matters = whatMatters(type, data);
  return [
    `${time}  #${String(sequence).padEnd(5)} `,
    { colour, text: name },
    matters === '' ? '' : `  ${matters}`,
  ];
}

function whatMatters(type: string, data: JsonObject): string {
  const say = SAID[type];
  if (say !== undefined) return say(data);
  const told = Object.entries(TOLD).flatMap(([name, tell]) => {
    const value = data[name];
    return typeof value === 'string' ? [tell(value)] : [];
  });
  if (told.length > 0) return told.join(', ').replace(', by ', ' by ');
  return Object.entries(data)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
}
