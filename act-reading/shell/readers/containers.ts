/** Commands inside containers, and changes of a cluster. */
import { isWholeTree } from '../../places.ts';
import { CHANGES, type Does, doesOf, doesTo, type WrittenDoes } from '../does.ts';
import { onMachine, readNestedCommand } from '../nested.ts';
import { splitOptions } from '../options.ts';
import type { Invocation, Reader } from '../program.ts';
import type { ShellReading } from '../reading.ts';
import type { ShellWord } from '../words.ts';

const GIVES_POWERS = doesTo('configure', 'gives a container powers over the machine', { risk_level: 'high' });

/**
 * The first operand is the container or image, the others a command in it.
 * @param told what is done with the container, and its options with a value.
 */
export function container({ values: valued, ...told }: WrittenDoes & { values: readonly string[] }): Reader {
  const does = doesOf(told);
  const takesValue = (option: string) => valued.includes(option);
  return ({ words, name }, reading) => {
    const { operands, values, flags } = splitOptions(words, { takesValue, untilOperand: true });
    for (const { option, value } of values) {
      if (option === '-v' || option === '--volume' || option === '--mount') lends(value, reading);
      const isPower = /^--(?:cap-add|device|security-opt|pid|ipc|userns)$/.test(option);
      if (isPower || (/^--net/.test(option) && value.text === 'host')) reading.does(GIVES_POWERS);
    }
    if (flags.has('--privileged')) reading.does(GIVES_POWERS);
    const [inside, ...command] = operands;
    if (inside === undefined) return reading.does(does);
    reading.does(does, [inside]);
    const rest = command[0]?.text === '--' ? command.slice(1) : command;
    if (rest.length > 0)
      onMachine(`${name.split(' ')[0]}:${inside.text}`, reading, () => readNestedCommand(rest, reading));
  };
}

function lends({ text, isFixed }: ShellWord, reading: ShellReading): void {
  const path = /^(?:.*?(?:source|src)=)?([^:,]+)/.exec(text)?.[1] ?? text;
  if (!/^[/.~$]/.test(path)) return;
  const does: Does = { ...CHANGES, what: 'lends a container' };
  const isWhole = isWholeTree(path) && !path.startsWith('.');
  reading.does(isWhole ? { ...does, risk_level: 'high' } : does, [{ text: path, isFixed }]);
}

const SECRET = /^(?:secrets?|secret\/.*)$/;
const ACCESS =
  /^(?:(?:cluster)?role(?:binding)?s?|serviceaccounts?|sa|networkpolic\w+|podsecurity\w*)(?:\/|$)/;

export function changesCluster({ name, given }: Invocation, reading: ShellReading): void {
  const isAccess = given.operands.some(({ text }) => SECRET.test(text) || ACCESS.test(text));
  reading.does(
    isAccess
      ? doesTo('configure', `changes access in the cluster with ${name}`, { risk_level: 'high' })
      : doesTo('write', `changes the cluster with ${name}`),
    given.operands.filter(({ text }) => text !== '-').slice(0, 3),
  );
  for (const { option, value } of given.values)
    if (/^(?:-f|--filename|-k)$/.test(option) && /^https?:/.test(value.text))
      reading.runsUnread('kubectl', 'applies what an address gives');
}
