/**
 * The notes of one reading of a shell text: its acts, what rules see of it, and what is known while it is read
 * (variables, the folder, functions). It is bounded; beyond the bounds the whole text is unreadable.
 */
import type { JsonObject } from '@assize/evidence-format';
import {
  type Act,
  type Content,
  type ContentTarget,
  higherRisk,
  listed,
  MAX_LISTED,
  shown,
  target,
} from '../content.ts';
import { holdsSecrets, isHome, isWholeTree, riskOfReading, riskOfWriting } from '../places.ts';
import type { Deed, Does } from './does.ts';
import type { Input, ShellWord } from './words.ts';

/** The text is unreadable, for this reason. */
export class Unreadable extends Error {}

/** Reads what stands inside: it is handed in, because it reads with these notes. */
export interface Inside {
  text: (source: string, reading: ShellReading) => void;
  sql: (text: string, dialect: string) => Content;
  command: (words: readonly ShellWord[], reading: ShellReading, input: Input) => void;
}

const MAX_ACTS = 400;
const MAX_STEPS = 2_000;
/** A shell inside a shell inside a shell. */
export const MAX_DEPTH = 8;

export class ShellReading {
  readonly inside: Inside;
  readonly acts: Act[] = [];
  readonly programs: string[] = [];
  readonly unknownPrograms: string[] = [];
  readonly hosts: string[] = [];
  readonly urls: string[] = [];
  /** Code in other languages, for those who look for addresses and secrets in it. */
  readonly codes: string[] = [];
  readonly paths: string[] = [];
  readonly secretPaths: string[] = [];
  readonly redirects: { operator: string; target: string }[] = [];
  /** Branches at a remote that lose commits: `*` for all of them, `?` where the text does not say which. */
  readonly overwrittenBranches: string[] = [];
  readonly says = nothingSaid();

  readonly variables = new Map<string, string | null>();
  /** Those that are defined for certain, and so stand in front of a program of their name. */
  readonly functions = new Set<string>();
  /** Those whose definition is being read. */
  readonly defined = new Set<string>();
  /** Where `cd` has led: '' as it began, null where the text does not say. */
  folder: string | null = '';
  /** The other machine or container in which the commands run; '' for none. */
  machine = '';
  depth = 0;
  /** Values fall into words elsewhere than at blanks. */
  separatesOddly = false;
  /** The program that is looked at, with its subcommand. */
  current = 'shell';
  /** The commands that run stand in a definition or a branch, so variables set there are not fixed. */
  branches = 0;
  private steps = 0;

  constructor(inside: Inside) {
    this.inside = inside;
  }

  step(): void {
    this.steps += 1;
    if (this.steps > MAX_STEPS) throw new Unreadable('it has too many commands');
  }

  add(act: Act): void {
    if (this.acts.length >= MAX_ACTS) throw new Unreadable('it does too many things');
    // A call to the outside that names no host reaches as far as its program does.
    const isOpen = act.targets.length === 0 && act.effect !== 'read' && act.effect !== 'write';
    if (isOpen) act.targets = [target('program', 'program', this.current)];
    const key = `${act.effect} ${act.risk_level} ${act.what} ${act.targets.map(({ kind, text }) => `${kind} ${text}`).join('\n')}`;
    if (this.keys.has(key)) return;
    this.keys.add(key);
    this.acts.push(act);
  }
  private readonly keys = new Set<string>();

  /** One act with a target for each word. */
  does(does: Does, named: readonly ShellWord[] = []): void {
    // `-` and open files stand for what other commands read or write.
    const words =
      does.kind === 'path' ? named.filter(({ text }) => !/^(?:-|\/dev\/fd\/\d+)$/.test(text)) : named;
    if (words.length === 0 && named.length > 0) return;
    const targets = words.map((word) => this.targetOf(does, word));
    const names = targets.slice(0, 3).map(({ text }) => shown(text));
    const more = targets.length > 3 ? ` and ${targets.length - 3} more` : '';
    const what = names.length === 0 ? does.what : `${does.what} ${names.join(', ')}${more}`;
    let risk = does.risk_level;
    for (const [place, { text }] of words.entries()) {
      if (does.kind === 'path' || does.kind === 'detect')
        risk = higherRisk(risk, riskOf(does, targets[place]?.text ?? text));
      if (does.kind === 'path') this.notePath(targets[place]?.text ?? text);
    }
    this.add({
      effect: does.effect,
      what,
      targets,
      ...(does.irreversible === true && { irreversible: true }),
      ...(risk !== undefined && { risk_level: risk }),
    });
  }

  carriesOut(deed: Deed, words: readonly ShellWord[] = []): void {
    if ('effect' in deed) this.does(deed, words);
    else this.runsUnread(deed.by ?? this.current, deed.runsUnread, deed.risk);
  }

  private notePath(text: string): void {
    this.paths.push(text);
    if (holdsSecrets(text)) this.secretPaths.push(text);
  }

  private targetOf({ kind, role }: Does, word: ShellWord): ContentTarget {
    if (!word.isFixed)
      return target(kind, role, word.text, 'the text does not fix it: it is made when the command runs');
    if (kind !== 'path') return target(kind, role, word.text);
    if (this.machine !== '') return target('object', role, `${this.machine}:${word.text}`);
    if (/^[/~]/.test(word.text) || this.folder === '') return target(kind, role, word.text);
    if (this.folder === null) {
      return target(kind, role, word.text, 'it is relative to a folder that the text does not name');
    }
    return target(kind, role, `${this.folder.replace(/\/$/, '')}/${word.text}`);
  }

  /** A program of which nothing is known but its name. */
  runsUnknown(word: ShellWord, why = 'runs'): void {
    this.unknownPrograms.push(word.text);
    const kind = word.text.includes('/') ? ('path' as const) : ('program' as const);
    this.does({ effect: 'execute', what: why, kind, role: 'program' }, [word]);
  }

  /** The part that runs now may have set every variable and function anew. */
  forgetWhatIsSet(): void {
    for (const name of this.variables.keys()) this.variables.set(name, null);
    this.functions.clear();
  }

  /** Code that no reader sees: it comes from elsewhere, or is written in another language. */
  runsUnread(program: string, what: string, risk: Act['risk_level'] = 'high'): void {
    this.says.runs_unread_code = true;
    this.forgetWhatIsSet();
    this.add({ effect: 'execute', what, targets: [target('program', 'program', program)], risk_level: risk });
  }
}

function riskOf(does: Does, written: string): Act['risk_level'] {
  // On another machine a host stands before it.
  const path = written.replace(/^[\w.@:-]+:(?=[/~])/, '');
  if (does.effect === 'read' || does.effect === 'send')
    return does.ofNames !== true && isHome(path) ? 'high' : riskOfReading(path);
  if (does.effect === 'delete') return isWholeTree(path) ? 'critical' : riskOfWriting(path);
  return riskOfWriting(path);
}

type Noted = Pick<
  ShellReading,
  | 'programs'
  | 'unknownPrograms'
  | 'hosts'
  | 'urls'
  | 'paths'
  | 'secretPaths'
  | 'redirects'
  | 'overwrittenBranches'
  | 'says'
>;

/** The facts of an unreadable text are those of an empty one. */
export function shellFacts(noted: Noted): JsonObject {
  return {
    programs: listed(noted.programs),
    unknown_programs: listed(noted.unknownPrograms),
    hosts: listed(noted.hosts),
    urls: listed(noted.urls),
    paths: listed(noted.paths),
    secret_paths: listed(noted.secretPaths),
    redirects: noted.redirects
      .slice(0, MAX_LISTED)
      .map(({ operator, target: text }) => ({ operator, target: shown(text, 300) })),
    overwritten_branches: listed(noted.overwrittenBranches),
    ...noted.says,
  };
}

export const NOTHING_NOTED: Noted = {
  programs: [],
  unknownPrograms: [],
  hosts: [],
  urls: [],
  paths: [],
  secretPaths: [],
  redirects: [],
  overwrittenBranches: [],
  says: nothingSaid(),
};

function nothingSaid() {
  return {
    pipes_into_interpreter: false,
    runs_unread_code: false,
    substitutions: false,
    privileged: false,
    background: false,
    recursive: false,
  };
}
