/** Stages and commands of MongoDB. */
import { madeOf } from '../lists.ts';
import type { Effect } from '../targets/index.ts';

interface Commands {
  stages: readonly string[];
  commands: Readonly<Partial<Record<Effect, readonly string[]>>>;
}

const known = madeOf('./mongo/commands.yaml', ({ stages, commands }: Commands) => ({
  stages: new Set(stages),
  effects: new Map(
    (Object.entries(commands) as [Effect, string[]][]).flatMap(([effect, names]) =>
      names.map((name): [string, Effect] => [name, effect]),
    ),
  ),
}));

export const isStage = (name: string): boolean => known().stages.has(name);

/** @param name in lower case. */
export const effectOfCommand = (name: string): Effect | undefined => known().effects.get(name);
