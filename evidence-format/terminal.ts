/**
 * The way to a terminal, for every command: line by line, with {@link shown} over each. So no text of a file or of a
 * caller can move the cursor, begin a line of its own, or read otherwise than it is. For Node.
 */

import { styleText } from 'node:util';
import { shown } from './canonical/shown.ts';

export type Colour = 'red' | 'yellow' | 'green' | 'cyan';

/** A part of a line that is painted where a terminal shows colours. */
export interface Painted {
  colour: Colour;
  text: string;
}

export type Line = string | readonly (string | Painted)[];

/**
 * @param written is called once the stream has taken them, with the error where it did not.
 * @returns whether there is room for more; where there is not, wait for the `drain` of the stream.
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

/** JSON that was written already, line feeds and all; see `shownJson`. */
export function printJsonText(json: string): boolean {
  return printLines(json.split('\n'));
}

/**
 * Writes over the last line, and leaves the cursor on it; writes nothing if the output is not a terminal. An empty text
 * clears it.
 */
export function showProgressLine(text: string, stream: NodeJS.WriteStream = process.stderr): void {
  if (stream.isTTY) stream.write(`\r${shown(text)}\u001b[K`);
}
