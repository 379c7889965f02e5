/** The effect of contents depends on what becomes of them: a mail that is only kept does less than one that goes out. */
import type { Effect } from '../targets/index.ts';
import type { ContentsRead } from './read-contents.ts';

const REACHING: readonly Effect[] = ['send', 'share', 'pay', 'book', 'execute', 'configure'];

/** A text that is only kept tells no one what it holds, and a mail reaches no one, until it is sent. */
export function asDone(read: ContentsRead, effects: ReadonlySet<Effect>): ContentsRead {
  if (REACHING.some((effect) => effects.has(effect))) return read;
  const texts = new Set(read.contents.filter(({ kind }) => kind === 'text').map(({ path }) => path));
  const acts = read.acts.filter(({ path, effect }) => effect !== 'share' || !texts.has(path));
  return { ...read, acts: acts.map((act) => (texts.has(act.path) && isToSomeone(act) ? drafted(act) : act)) };
}

const isToSomeone = ({ targets }: ContentsRead['acts'][number]) =>
  targets.some(({ role }) => role === 'recipient');
const drafted = (act: ContentsRead['acts'][number]) => ({ ...act, effect: 'write' as const });
