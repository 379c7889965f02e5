/** Programs that move, pack and remove files, and say in words of their own which. */
import { DELETES, type Does, doesOf, PRINTS, READS, WRITES, type WrittenDeed } from '../does.ts';
import type { Invocation, Reader } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import { fixed } from '../words.ts';

/** `rm -r` takes everything below along. */
export function removes({ given }: Invocation, reading: ShellReading): void {
  const isDeep = ['-r', '-R', '--recursive'].some((flag) => given.flags.has(flag));
  reading.says.recursive ||= isDeep;
  const does: Does = isDeep ? { ...DELETES, what: 'deletes with all below', risk_level: 'high' } : DELETES;
  reading.does(does, given.operands);
}

/** The last operand is where it goes, unless `-t` says so. */
export function moves(written: WrittenDeed): Reader {
  const source = doesOf(written);
  return ({ given }, reading) => {
    const others = [...given.operands];
    const isNamed = given.values.some(({ option }) => option === '-t' || option === '--target-directory');
    const last = isNamed ? undefined : others.pop();
    const isLost = last?.text === '/dev/null';
    if (others.length > 0) reading.does(isLost && source.effect !== 'read' ? DELETES : source, others);
    if (last !== undefined && !isLost) reading.does(WRITES, [last]);
  };
}

const OVERWRITES: Does = { ...DELETES, what: 'overwrites the device', risk_level: 'high' };

/** `if=` is read, `of=` is written; written to a device, it destroys what stood there. */
export function copiesBlocks({ words }: Invocation, reading: ShellReading): void {
  reading.does(PRINTS);
  for (const { text, isFixed } of words) {
    const [, name, path = ''] = /^(if|of)=(.*)$/s.exec(text) ?? [];
    if (name === undefined) continue;
    const isDevice = path.startsWith('/dev/') && path !== '/dev/null';
    reading.does(name === 'if' ? READS : isDevice ? OVERWRITES : WRITES, [{ text: path, isFixed }]);
  }
}

/** Archives: what is packed is read, where it is unpacked is written. Some options run a program. */
export function archives({ given, words }: Invocation, reading: ShellReading): void {
  const runner = words.find(({ text }) =>
    /^(?:--(?:checkpoint-a|to-c|us|rsh|rmt|inf|info-s|new-vol)|-[a-zA-Z]*[IF]$)/.test(text),
  );
  if (runner !== undefined)
    reading.runsUnread('tar', `runs a program through ${runner.text.replace(/=.*/s, '')} of tar`);
  // The first word may be a bundle without a dash: `tar xzf`.
  const [bundle] = given.operands;
  const isOld = bundle !== undefined && bundle === words[0] && /^[cxturAd][a-zA-Z]*$/.test(bundle.text);
  const isGiven = (letter: string, ...long: string[]) =>
    [`-${letter}`, ...long].some((flag) => given.flags.has(flag)) || (isOld && bundle.text.includes(letter));
  const valuesOf = (...names: string[]) =>
    given.values.filter(({ option }) => names.includes(option)).map(({ value }) => value);
  const operands = isOld ? given.operands.slice(1) : given.operands;
  const archive =
    valuesOf('-f', '--file')[0] ?? (isOld && bundle.text.includes('f') ? operands[0] : undefined);
  const members = operands.filter((word) => word !== archive);
  const into = valuesOf('-C', '--directory');
  if (isGiven('x', '--extract', '--get')) {
    if (archive !== undefined) reading.does({ ...READS, what: 'unpacks' }, [archive]);
    reading.does({ ...WRITES, what: 'unpacks into' }, into.length > 0 ? into : [fixed('.')]);
  } else if (isGiven('t', '--list')) {
    reading.does(READS, archive === undefined ? [] : [archive]);
  } else {
    if (members.length > 0) reading.does({ ...READS, what: 'packs' }, members);
    if (archive !== undefined && archive.text !== '-') reading.does(WRITES, [archive]);
    if (given.flags.has('--remove-files')) reading.does(DELETES, members);
  }
}
