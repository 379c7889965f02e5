/**
 * Doubts by the names alone, in `verified` mode: an agent without a name is unknown, and a name that can be mistaken
 * for another does not stand for a known one.
 */

import { metName } from '@assize/act-reading/names';
import { isByEarlierRules, looksForLetters } from '../../question/facts.ts';
import type { Question } from '../../question/question.ts';
import type { Doubt } from './doubt.ts';
import { shownLine } from './shown-line.ts';

export function ofNames({ request, facts, settings }: Question): Doubt[] {
  if (settings.attestation !== 'verified' || isByEarlierRules(facts)) return [];
  const { agent_id: agentId, action } = request;
  const doubts: Doubt[] = [];
  const saysNothing = (name: string) => looksForLetters(facts) && metName(name).words.length === 0;
  if (agentId === undefined || saysNothing(agentId)) {
    const reason = 'no agent is named, so it is an unknown one';
    doubts.push({ kind: 'unknown_agent', result: 'warn', reason, wayOut: 'send the agent_id of the agent' });
  } else if (metName(agentId).poses) {
    doubts.push({ kind: 'unknown_agent', ...posing('agent', agentId) });
  }
  if (saysNothing(action)) {
    const reason = `the action ${shownLine(action)} has no letters, so it names nothing`;
    doubts.push({ kind: 'unlisted_tool', result: 'warn', reason, wayOut: 'call the action by its name' });
  } else if (metName(action).poses) doubts.push({ kind: 'unlisted_tool', ...posing('action', action) });
  return doubts;
}

function posing(what: string, name: string): Omit<Doubt, 'kind'> {
  return {
    result: 'warn',
    reason: `the ${what} ${shownLine(name)} has a name that may be taken for another, by its letters`,
    wayOut: `call the ${what} by a name in letters of one script`,
  };
}
