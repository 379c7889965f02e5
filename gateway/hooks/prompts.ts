/**
 * The task that the user gives by a prompt: a mandate, opened before the agent reads anything for it, which the calls
 * of the session then name. A failure keeps no prompt from the agent.
 */
import type { Mandate } from '@assize/client';
import { MAX_TASK_CHARACTERS, openTask } from '../plans.ts';
import type { PromptEvent } from './event.ts';
import { type Judging, promptedMandate } from './judging.ts';
import { keyOf } from './state.ts';

/** @returns why the prompt has no plan though one was wanted. @throws {AssizeError} without a mandate */
export async function planPrompt(
  judging: Judging,
  { session, prompt }: PromptEvent,
): Promise<string | undefined> {
  const { agent, assize, state, signal, configuration } = judging;
  const { plan, mandateId, agentId = agent } = configuration;
  // A mandate that you have set is for everything that the agent does.
  if (plan === false || mandateId !== undefined) return undefined;
  const task = prompt.slice(0, MAX_TASK_CHARACTERS).replaceAll('\0', ' ').toWellFormed();
  const { mandate, unplanned } = await openTask(
    assize,
    { agentId, task, isPlanned: plan === true },
    { signal },
  );
  const former = promptedMandate(judging, session);
  const isKept = former !== undefined && asksForNothing(mandate);
  if (!isKept) state.rememberMandate(keyOf(agent, session), mandate);
  const over = isKept ? mandate.mandate_id : former;
  // One that can't be closed ends within a day.
  if (over !== undefined) await assize.mandates.close(over, { signal }).catch(() => {});
  return unplanned;
}

/**
 * "Yes, go on" names nothing that it needs, and no words of it could widen a mandate. Under a mandate of its own, it
 * would take away what the user has allowed before, so the former mandate stays. That gives the agent nothing new.
 */
const asksForNothing = ({ effects }: Mandate) => effects.every((effect) => effect === 'read');
