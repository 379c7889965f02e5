/** Says in one sentence what a change of governance does that waits: who wants to change what, from which value to which. */
import type { Approval } from '../api.ts';
import type { Change, ToldChange } from './told-change.ts';
import { type Detail, stepsOf } from './values.ts';
import { firstOf, foreign, joined, plain, type Word } from './words.ts';

export interface AskedChange extends Pick<Approval, 'action' | 'context'> {
  change: Pick<Change, 'differences'>;
  told: ToldChange;
}

export interface NamesOfChange {
  /** The one who asked. */
  who: string | null;
  /** Names a member. */
  of: (id: string) => string;
}

/** Beyond this number, the rest is only counted. */
const MOST_NAMED = 2;

type Args = Record<string, unknown>;

interface Deed {
  args: Args;
  names: NamesOfChange;
  /** The values at a place, as text; null where there is none. */
  at: (path: string) => { before: string | null; after: string | null };
  /** The names at the top of what changes, such as those of tools. */
  things: string[];
  /** The places that change, each from its value to the new one, after a colon. */
  changes: Word[];
}

/** Such as: Olga wants to put version 2 of the policy mails in force instead of version 1. */
export function sentenceOfChange(asked: AskedChange, names: NamesOfChange): Word[] {
  const { action, context, change, told } = asked;
  const deed = Object.hasOwn(DEEDS, action) ? DEEDS[action] : undefined;
  const of: Deed = {
    args: (context?.arguments ?? {}) as Args,
    names,
    at: (path) => {
      const { before, after } = change.differences.find((each) => each.path === path) ?? {};
      return { before: textOf(before), after: textOf(after) };
    },
    things: [...new Set(change.differences.map(({ path }) => stepsOf(path)[0] ?? ''))],
    changes: changesIn(told),
  };
  const doing = deed === undefined ? [plain('carry out '), foreign(action), ...of.changes] : deed(of);
  const who = names.who === null ? plain('Someone') : foreign(names.who);
  return [who, plain(' wants to '), ...doing, plain('.')];
}

const DEEDS: Record<string, (deed: Deed) => Word[]> = {
  'governance.policy.activate': (deed) => [...version(deed), ...instead(deed)],
  'governance.policy.roll_back': (deed) => [...version(deed), plain(' again'), ...instead(deed)],
  'governance.policy.deactivate': ({ args, at }) => [
    ...[plain('take the policy '), foreign(String(args.name)), plain(' out of force: version ')],
    ...[foreign(at('/version').before ?? '?'), plain(' is in force now, and then none')],
  ],
  'governance.settings.set': ({ changes }) => [plain('change the settings'), ...changes],
  'governance.settings.activate': ({ args, changes }) => [
    ...[plain('go back to version '), foreign(String(args.version)), plain(' of the settings')],
    ...changes,
  ],
  'governance.tools.write': (deed) => [plain('write and accept '), ...tools(deed)],
  'governance.tools.accept': (deed) => [plain('decide on '), ...tools(deed)],
  'governance.tools.remove': (deed) => [plain('remove '), ...tools(deed)],
  'governance.tools.import': (deed) => [plain('import '), ...tools(deed)],
  'governance.targets.add': ({ args }) => {
    const targets = Array.isArray(args.targets) ? (args.targets as { value?: unknown }[]) : [];
    const named = targets.map(({ value }) => [foreign(String(value))]);
    return [plain('let agents reach '), ...firstOf(named, MOST_NAMED)];
  },
  'governance.member.change_role': ({ args, names, at }) => {
    const id = String(args.memberId);
    const [role, sandbox] = [at(`/${id}/role`), at(`/${id}/sandbox_role`)];
    const given = [
      ...(role.after === null ? [] : [roleWords(role, '')]),
      ...(sandbox.after === null && sandbox.before === null ? [] : [roleWords(sandbox, ' in the sandbox')]),
    ];
    return [plain('give '), foreign(names.of(id)), plain(' '), ...joined(given)];
  },
  'governance.group.change': ({ args, changes }) => [
    ...[plain('change the group '), foreign(String(args.name))],
    ...changes,
  ],
  'governance.member.stand_in': ({ args, names }) => [
    ...[plain('let '), foreign(names.of(String(args.standIn)))],
    ...[plain(' stand in for '), foreign(names.of(String(args.memberId)))],
  ],
  'governance.directory.set': ({ changes }) => [plain('change what the directory may do'), ...changes],
  'governance.issuer.add': ({ args }) => [
    ...[plain('trust tokens of the issuer '), foreign(String(args.name))],
    ...[plain(' ('), foreign(String(args.issuer)), plain(')')],
  ],
  'governance.issuer.change': ({ args, changes }) => [
    ...[plain('change the issuer '), foreign(String(args.name ?? args.issuerId))],
    ...changes,
  ],
};

function version({ args, at }: Deed): Word[] {
  const [asked, named] = [at('/version').after ?? args.version, String(args.name)];
  return [
    ...[plain('put version '), foreign(String(asked ?? '?'))],
    ...[plain(' of the policy '), foreign(named), plain(' in force')],
  ];
}

function instead({ at }: Deed): Word[] {
  const { before } = at('/version');
  return before === null
    ? [plain(': none is in force now')]
    : [plain(' instead of version '), foreign(before)];
}

function roleWords(
  { before, after }: { before: string | null; after: string | null },
  where: string,
): Word[] {
  const same = 'the same role as in production';
  return [
    ...(after === null ? [plain(same)] : [plain('the role '), foreign(after)]),
    plain(`${where} instead of `),
    before === null ? plain(same) : foreign(before),
  ];
}

function tools({ things }: Deed): Word[] {
  const noun = things.length === 1 ? 'the tool ' : 'the tools ';
  return [
    plain(noun),
    ...firstOf(
      things.map((name) => [foreign(name)]),
      MOST_NAMED,
    ),
  ];
}

function changesIn({ details, long }: ToldChange): Word[] {
  const told = details.map(wordsOf);
  const all = [...told, ...long.map(({ path }) => [foreign(stepsOf(path).join(' › ') || 'all of it')])];
  return all.length === 0 ? [] : [plain(': '), ...firstOf(all, MOST_NAMED)];
}

function wordsOf({ what, from, to }: Detail): Word[] {
  if (from !== null) return [foreign(what), plain(' from '), foreign(from), plain(' to '), foreign(to)];
  const count = to.split(', ').length;
  return [plain(`${count} ${count === 1 ? 'person' : 'people'} ${what}`)];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
