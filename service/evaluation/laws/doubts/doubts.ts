/**
 * Reasons why an agent should not do this alone, by its name and by what the service knows about the act itself: a
 * tool that is not in the catalogue, contents that can't be read, an effect beyond the mandate, a target that nothing
 * makes known. A human's approval of this very request answers all that only warn; a claimed approval answers none.
 */

import { metName } from '@assize/act-reading/names';
import type { Effect } from '@assize/act-reading/targets';
import { type AnswerToUnknown, actTermsOf } from '../../../governance/settings/terms/index.ts';
import { MANDATE_WIDENED } from '../../../mandates/index.ts';
import { type ActFacts, type ActReach, mustBeKnown, REACHES_OTHERS } from '../../question/act.ts';
import { isByEarlierRules, looksForLetters } from '../../question/facts.ts';
import { isOnlyClaimed } from '../../question/identity.ts';
import type { Question } from '../../question/question.ts';
import { type Doubt, type DoubtKind, shownLine, VERBS, warns } from './doubt.ts';
import { ofMandate, ofUnnamedDeeds } from './mandate-doubts.ts';
import { ofOrigins, strangersIn } from './origin-doubts.ts';

/** These effects need a mandate, or a record of the exact target. */
const GRAVE: readonly Effect[] = ['delete', 'execute', 'configure'];

const WIDENING = warns('beyond_mandate', 'only a human may widen a mandate', 'stay within the mandate');

/** Returns the doubts in the order in which they are reported; empty where nothing speaks against the act. */
export function doubtsOf(question: Question): Doubt[] {
  const { act, judgesAct, judgesMandate } = question;
  if (question.request.action === MANDATE_WIDENED) return [WIDENING];
  const unknown = [...ofNames(question), ...ofIdentity(question)];
  if (act === null) return unknown;
  return [
    ...unknown,
    ...(judgesMandate ? ofMandate(question, act) : []),
    ...(judgesAct
      ? [
          ...ofTool(question, act),
          ...ofContents(act),
          ...ofGraveEffects(act),
          ...(judgesMandate ? ofUnnamedDeeds(act) : []),
          ...ofUnaddressedEffects(act),
          ...ofTargets(question, act),
          ...ofOrigins(question, act),
        ]
      : []),
  ];
}

function ofTool({ request, settings }: Question, { unlisted }: ActFacts): Doubt[] {
  if (unlisted === null) return [];
  const { is, wayOut } = UNLISTED[unlisted] ?? NOT_IN_CATALOGUE;
  const reason = `the tool ${shownLine(request.action)} ${is}`;
  return answered('unlisted_tool', actTermsOf(settings).unlistedTool, reason, wayOut);
}

function ofContents({ contents }: ActFacts): Doubt[] {
  return contents.flatMap(({ path, kind, unreadable }) => {
    if (unreadable === null) return [];
    const content = `the ${CONTENTS[kind] ?? kind} in ${shownLine(path)}`;
    const reason = `${content} can't be read: ${unreadable}`;
    return [warns('unreadable_content', reason, `write ${content} so that it can be read`)];
  });
}

/** Paying, booking, sharing and publishing don't address anyone that a record could know, so they need a mandate. */
function ofUnaddressedEffects({ effects, reaches, mandate }: ActFacts): Doubt[] {
  if (mandate !== null) return [];
  return REACHES_OTHERS.filter((effect) => effects.includes(effect)).flatMap((effect) => {
    const isAddressed = reaches.some((reach) => {
      const isSomeone = reach.role !== 'object' || reach.known !== null || mustBeKnown(reach);
      return reach.effect === effect && (isSomeone || effect === 'send');
    });
    if (isAddressed) return [];
    const reason = `it ${VERBS[effect]}, names no target, and has no mandate`;
    return [warns('grave_effect_without_mandate', reason, `open a mandate that covers ${effect}`)];
  });
}

/** Deleting, running and configuring need a mandate, or a record that names the target. */
function ofGraveEffects({ effects, reaches, acts, mandate }: ActFacts): Doubt[] {
  if (mandate !== null) return [];
  return GRAVE.filter((effect) => effects.includes(effect)).flatMap((effect) => {
    const targets = reaches.filter((reach) => reach.effect === effect);
    if (targets.length > 0 && targets.every(({ known }) => known !== null)) return [];
    const act = acts.find((one) => one.effect === effect);
    const reason = `it ${act === undefined ? VERBS[effect] : shownLine(act.what)}, without a mandate or a record of the target`;
    const wayOut = `open a mandate that covers ${effect}, or have a person record the target`;
    return [warns('grave_effect_without_mandate', reason, wayOut)];
  });
}

/** Leaves those that only strangers named to the doubts about origins, unless unknown targets are refused. */
function ofTargets(question: Question, act: ActFacts): Doubt[] {
  const { settings } = question;
  const isRefused = actTermsOf(settings).unknownTarget === 'block';
  const strangers = new Set<ActReach>(isRefused ? [] : strangersIn(question, act).map(({ reach }) => reach));
  const unknown = act.reaches.filter(
    (reach) => mustBeKnown(reach) && reach.known === null && !strangers.has(reach),
  );
  const [first] = unknown;
  if (first === undefined) return [];
  const others = unknown.length === 1 ? '' : `, and ${unknown.length - 1} more`;
  const wayOut =
    'unreadable' in first
      ? `write the ${first.role} in ${shownLine(first.path)} so that it can be read`
      : `have a person record ${shownLine(first.value)}, or name it in the mandate`;
  const alsoOf = act.origins[act.reaches.indexOf(first)]?.also;
  const before = alsoOf === 'content' ? ', and strangers wrote it before a register returned it' : '';
  return answered(
    'unknown_target',
    actTermsOf(settings).unknownTarget,
    `${unknownReason(first)}${before}${others}`,
    wayOut,
  );
}

function unknownReason(reach: ActReach): string {
  const { role, path, effect } = reach;
  if ('unreadable' in reach) return `the ${role} in ${shownLine(path)} can't be read: ${reach.unreadable}`;
  return `the ${role} ${shownLine(reach.value)} (${effect}) is in no record, no earlier approval and no mandate`;
}

function answered(kind: DoubtKind, answer: AnswerToUnknown, reason: string, wayOut: string): Doubt[] {
  return answer === 'proceed' ? [] : [{ kind, result: answer === 'block' ? 'fail' : 'warn', reason, wayOut }];
}

const NOT_IN_CATALOGUE = {
  is: 'is not in the catalogue of tools',
  wayOut: 'have a person accept the tool into the catalogue',
};
/** Other reasons why a tool is not listed. */
const UNLISTED: Readonly<Record<string, typeof NOT_IN_CATALOGUE>> = {
  ambiguous: {
    is: 'has a name that several tools of the catalogue have',
    wayOut: 'name the server too, such as gmail.send_email',
  },
  confusable_name: {
    is: 'has a name that may be taken for another: letters of several scripts, or characters that do not show',
    wayOut: 'call the tool by its own name',
  },
  changed: {
    is: 'has changed since a person accepted it',
    wayOut: 'have a person review the tool again',
  },
};

/** Descriptions of kinds whose name alone does not say it. */
const CONTENTS: Readonly<Record<string, string>> = {
  shell: 'shell command',
  sql: 'SQL',
  mongo: 'MongoDB document',
  url: 'URL',
};

/** By the tenant's settings for agents; earlier records don't say how the agent was known. */
function ofIdentity({ facts, settings, request }: Question): Doubt[] {
  const { identity } = facts;
  if (identity === null) return [];
  const { unregisteredAgent, isIdentityRequired } = actTermsOf(settings);
  const name = request.agent_id === undefined ? 'the agent' : `the agent ${shownLine(request.agent_id)}`;
  const doubts: Doubt[] = [];
  if (isIdentityRequired && isOnlyClaimed(identity)) {
    const reason = `only the request says that ${name} asks, and these settings require its own key or token`;
    const wayOut = 'ask with a key that belongs to the agent, or with a token of a trusted issuer';
    doubts.push(...answered('claimed_identity', 'block', reason, wayOut));
  }
  if (identity.agent_registered) return doubts;
  const wayOut = 'have a person register the agent';
  return [
    ...doubts,
    ...answered('unregistered_agent', unregisteredAgent, `${name} is not registered`, wayOut),
  ];
}

/**
 * In `verified` mode, an agent without a name is unknown, and a name that can be mistaken for another does not stand
 * for a known one.
 */
function ofNames({ request, facts, settings }: Question): Doubt[] {
  if (settings.attestation !== 'verified' || isByEarlierRules(facts)) return [];
  const { agent_id: agentId, action } = request;
  const doubts: Doubt[] = [];
  const saysNothing = (name: string) => looksForLetters(facts) && metName(name).words.length === 0;
  if (agentId === undefined || saysNothing(agentId)) {
    const reason = 'no agent is named, so it is an unknown one';
    doubts.push(warns('unknown_agent', reason, 'send the agent_id of the agent'));
  } else if (metName(agentId).poses) {
    doubts.push(posing('unknown_agent', 'agent', agentId));
  }
  if (saysNothing(action)) {
    const reason = `the action ${shownLine(action)} has no letters, so it names nothing`;
    doubts.push(warns('unlisted_tool', reason, 'call the action by its name'));
  } else if (metName(action).poses) doubts.push(posing('unlisted_tool', 'action', action));
  return doubts;
}

function posing(kind: DoubtKind, what: string, name: string): Doubt {
  const reason = `the ${what} ${shownLine(name)} has a name that may be taken for another, by its letters`;
  return warns(kind, reason, `call the ${what} by a name in letters of one script`);
}
