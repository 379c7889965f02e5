/** The readers that tables name: what a program does, where only its own language or grammar says it. */
import type { Reader } from '../program.ts';
import * as builtins from './builtins.ts';
import * as cloud from './cloud.ts';
import * as containers from './containers.ts';
import * as databases from './databases.ts';
import * as fetching from './fetching.ts';
import * as files from './files.ts';
import * as git from './git.ts';
import * as gitPush from './git-push.ts';
import * as interpreters from './interpreters.ts';
import * as network from './network.ts';
import * as projects from './projects.ts';
import * as texts from './texts.ts';
import * as wrappers from './wrappers.ts';

/** Some are told in the table what is special about a program, and make a reader of it. */
const READERS: Readonly<Record<string, Reader | ((told: never) => Reader)>> = {
  ...builtins,
  ...cloud,
  ...containers,
  ...databases,
  ...fetching,
  ...files,
  ...git,
  ...gitPush,
  ...interpreters,
  ...network,
  ...projects,
  ...texts,
  ...wrappers,
};

/** A reader by its name, or by its name and what it is told, which `programs.schema.yaml` describes. */
export type NamedReader = string | Readonly<Record<string, unknown>>;

export function readerOf(written: NamedReader): Reader {
  const [name = '', told] = typeof written === 'string' ? [written] : (Object.entries(written)[0] ?? []);
  const found = READERS[name];
  if (found === undefined) throw new Error(`no file of act-reading/shell/readers exports ${name}`);
  return told === undefined ? (found as Reader) : (found as (told: unknown) => Reader)(told);
}
