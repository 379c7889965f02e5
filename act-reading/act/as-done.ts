/**
 * The effect of contents depends on what happens to them: a mail that is only stored does less than one that is sent.
 */
import type { Effect } from '../targets/index.ts';
import type { ContentsRead } from './read-contents.ts';

const REACHING: readonly Effect[] = ['send', 'share', 'pay', 'book', 'execute', 'configure'];

/** Until it is sent, a stored text tells its contents to no one, and a mail reaches no one. */
export function asDone(read: ContentsRead, effects: ReadonlySet<Effect>): ContentsRead {
  if (REACHING.some((effect) => effects.has(effect))) return read;
  const texts = new Set(read.contents.filter(({ kind }) => kind === 'text').map(({ path }) => path));
  const acts = read.acts.filter(({ path, effect }) => effect !== 'share' || !texts.has(path));
  return { ...read, acts: acts.map((act) => (texts.has(act.path) && isToSomeone(act) ? drafted(act) : act)) };
}

const isToSomeone = ({ targets }: ContentsRead['acts'][number]) =>
  targets.some(({ role }) => role === 'recipient');
const drafted = (act: ContentsRead['acts'][number]) => ({ ...act, effect: 'write' as const });
