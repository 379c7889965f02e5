/** Bounded Autonomy by names alone: agents without a name, and names that may only look like a known one. */
import { type Case, VERIFIED } from './case.ts';

const CYRILLIC_O = '\u043e';
const ZERO_WIDTH_SPACE = '\u200b';

export const UNKNOWN_AGENTS: Case[] = [
  {
    name: 'warns in verified mode where no agent is named',
    agent_id: null,
    settings: VERIFIED,
    expect: 'warn',
    reason: 'no agent is named, so it is an unknown one',
    change: {},
  },
  {
    name: 'lets requests without an agent be in accepted mode',
    agent_id: null,
    expect: 'pass',
    reason: 'no trust known',
  },
  {
    name: 'believes no key to be a human in verified mode',
    context: { actor_type: 'human', risk_level: 'high' },
    settings: VERIFIED,
    expect: 'warn',
    reason: 'no trust is known, and 60 is required',
  },
  {
    name: 'believes a member who is signed in to be a human in verified mode',
    agent_id: null,
    context: { actor_type: 'human', risk_level: 'high' },
    facts: { asked_by: 'member' },
    settings: VERIFIED,
    expect: 'pass',
    reason: 'a human acts',
  },
  {
    name: 'warns in verified mode of an agent whose name may be taken for another',
    agent_id: `b${CYRILLIC_O}t-7`,
    settings: VERIFIED,
    expect: 'warn',
    reason: `the agent b${CYRILLIC_O}t-7 has a name that may be taken for another, by its letters`,
  },
  {
    name: 'warns in verified mode of an action whose name may be taken for another',
    action: `rec${CYRILLIC_O}rd.delete`,
    settings: VERIFIED,
    expect: 'warn',
    reason: `the action rec${CYRILLIC_O}rd.delete has a name that may be taken for another, by its letters`,
  },
  {
    name: 'does not mind a character that is not seen, since the name meets all the same',
    agent_id: `bot${ZERO_WIDTH_SPACE}-7`,
    settings: VERIFIED,
    expect: 'pass',
  },
  {
    name: 'lets a proven approval answer for an unknown agent',
    agent_id: null,
    context: { has_approval: true, approval_id: 'apr_1' },
    facts: { approval: 'approved' },
    settings: VERIFIED,
    expect: 'pass',
  },
  {
    name: 'judges records of before names met as they were judged then',
    agent_id: null,
    context: { actor_type: 'human', risk_level: 'critical' },
    facts: { rules: 0 },
    settings: VERIFIED,
    expect: 'pass',
    reason: 'a human acts',
  },
];
