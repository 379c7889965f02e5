/** Redirections: what they write and read, and the text that they put at a program's standard input. */
import type { Redirection } from 'unbash';
import { target } from '../content.ts';
import { READS, WRITES } from './does.ts';
import type { ShellReading } from './reading.ts';
import { type Input, oneWord } from './words.ts';

const NOTHING = /^\/dev\/(?:null|zero|stdin|stdout|stderr|tty|fd\/\d+|u?random)$/;
/** Bash sends to the host itself; no such file exists. */
const SOCKET = /^\/dev\/(?:tcp|udp)\/([^/]+)/;

export function readRedirection(redirection: Redirection, reading: ShellReading): void {
  if (redirection.type !== 'Redirect' || redirection.target === undefined) return;
  reading.step();
  const { operator } = redirection;
  const word = oneWord(redirection.target, reading.variables);
  // `2>&1` and `>&-` turn to another open file.
  if (operator === '<&' || (operator === '>&' && /^(?:\d+-?|-)$/.test(word.text))) return;
  if (redirection.target.parts?.some(({ type }) => type === 'ProcessSubstitution') === true) return;
  if (word.isFixed && NOTHING.test(word.text)) return;
  const host = SOCKET.exec(word.text)?.[1];
  reading.redirects.push({ operator, target: word.text });
  if (host !== undefined) {
    reading.hosts.push(host);
    const reached = target('detect', 'place', host, word.isFixed ? undefined : 'the text does not fix it');
    reading.add({
      effect: 'send',
      what: `opens a connection to ${host}`,
      targets: [reached],
      risk_level: 'high',
    });
  } else reading.does(operator === '<' ? READS : WRITES, [word]);
}

/** The last redirection of the input counts. */
export function inputOf(redirections: readonly Redirection[], reading: ShellReading): Input {
  let input: Input = null;
  for (const redirection of redirections) {
    if (redirection.type === 'HereDoc') {
      const { parts, text } = redirection.body;
      const isFixed = redirection.delimiter?.quoted === true || !/[$`]/.test(text);
      input = { text: isFixed || parts === undefined ? text : null, from: [] };
    } else if (redirection.type === 'HereString' && redirection.target !== undefined) {
      const { text, isFixed } = oneWord(redirection.target, reading.variables);
      input = { text: isFixed ? text : null, from: [] };
    } else if (
      redirection.type === 'Redirect' &&
      redirection.operator === '<' &&
      redirection.target !== undefined
    ) {
      input = { text: null, from: [oneWord(redirection.target, reading.variables)] };
    }
  }
  return input;
}
