/**
 * Prints to a terminal, for every command: line by line, each through {@link shown}. So texts from a file or a caller
 * can't move the cursor, start their own line, or look different from what they are. For Node.
 */

import { styleText } from 'node:util';
import { shown } from './canonical/shown.ts';

export type Colour = 'red' | 'yellow' | 'green' | 'cyan';

/** A part of a line, in colour if the terminal shows colours. */
export interface Painted {
  colour: Colour;
  text: string;
}

export type Line = string | readonly (string | Painted)[];

/**
 * @param written is called once the stream has taken the lines, with the error if it did not.
 * @returns whether there is room for more; if not, wait for the stream's `drain` event.
 */
export function printLines(
  lines: readonly Line[],
  stream: NodeJS.WriteStream = process.stdout,
  written?: (error?: Error | null) => void,
): boolean {
  return stream.write(lines.map((line) => `${lineText(line, stream)}\n`).join(''), written);
}

export function printErrorLines(lines: readonly string[]): void {
  printLines(lines, process.stderr);
}

function lineText(line: Line, stream: NodeJS.WriteStream): string {
  if (typeof line === 'string') return shown(line);
  return line
    .map((part) =>
      typeof part === 'string' ? shown(part) : styleText(part.colour, shown(part.text), { stream }),
    )
    .join('');
}

/** Prints JSON text, including line feeds; see `shownJson`. */
export function printJsonText(json: string): boolean {
  return printLines(json.split('\n'));
}

/**
 * Overwrites the last line and leaves the cursor on it; writes nothing if the output is not a terminal. An empty text
 * clears the line.
 */
export function showProgressLine(text: string, stream: NodeJS.WriteStream = process.stderr): void {
  if (stream.isTTY) stream.write(`\r${shown(text)}\u001b[K`);
}
