/**
 * Explains the effect of the first accepted entry of an environment: before it, actions are judged by what callers
 * claim; from then on, by the catalogue.
 */
import type { Database } from '../database/open.ts';
import { settingsInForce } from '../governance/settings/index.ts';
import { type AnswerToUnknown, actTermsOf } from '../governance/settings/terms/index.ts';
import { wasReviewed } from './catalogues.ts';

export interface Announced<T> {
  done: T;
  /** The explanation; null where nothing was accepted, or something had been accepted before. */
  notice: string | null;
}

export async function announced<T>(
  db: Database,
  chain: number,
  change: () => Promise<T>,
): Promise<Announced<T>> {
  const wasAny = await wasReviewed(db, chain);
  const done = await change();
  const isFirst = !wasAny && (await wasReviewed(db, chain));
  return { done, notice: isFirst ? await noticeOf(db, chain) : null };
}

const SO: Record<AnswerToUnknown, string> = {
  escalate: 'a person is asked about each',
  block: 'each is blocked',
  proceed: 'they proceed as before',
};

async function noticeOf(db: Database, chain: number): Promise<string> {
  const { enforcement, unlistedTool } = actTermsOf((await settingsInForce(db, chain)).laws.settings);
  const isObserved = enforcement === 'observe';
  return [
    'This is the first accepted tool of this environment. From now on, actions are judged by the catalogue.',
    `Actions that are not in it are unlisted, and the setting tools.unlisted is ${unlistedTool}: ${SO[unlistedTool]}.`,
    ...(isObserved ? ['The setting enforcement is observe, so verdicts only say what they would be.'] : []),
    `Add your other tools to the catalogue, or change ${isObserved ? 'these settings' : 'tools.unlisted, or enforcement to observe,'} with PUT /api/v1/settings or: assize settings set FILE.`,
  ].join(' ');
}
