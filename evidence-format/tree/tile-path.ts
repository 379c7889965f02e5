/**
 * The paths of tiles and of entry bundles (C2SP tlog-tiles): `tile/<L>/<N>[.p/<W>]` and `tile/entries/<N>[.p/<W>]`.
 * Each resource has exactly one path.
 */

import { isTreeSize } from './merkle.ts';
import { TILE_WIDTH, type Tile } from './tile.ts';

/** The records whose leaf hashes are in the level 0 tile of the same index. */
export type EntryBundle = Pick<Tile, 'index' | 'width'>;

const MAX_LEVEL = 63;
const TILE_PATH = /^tile\/([0-9]{1,2})\/([x0-9/]+?)(?:\.p\/([0-9]{1,3}))?$/;
const BUNDLE_PATH = /^tile\/entries\/([x0-9/]+?)(?:\.p\/([0-9]{1,3}))?$/;

/** The path of a tile: `tile/0/x001/x234/067.p/8`. Throws a RangeError on an invalid level, index or width. */
export function tilePath({ level, index, width }: Tile): string {
  if (!isTreeSize(level) || level > MAX_LEVEL) {
    throw new RangeError(`The level of a tile is an integer from 0 to ${MAX_LEVEL}, not ${String(level)}`);
  }
  return `tile/${level}/${indexPath(index)}${widthPath(width)}`;
}

/** @throws {SyntaxError} on anything but what `tilePath` writes. */
export function parseTilePath(path: string): Tile {
  const [, level, index, width] = TILE_PATH.exec(path) ?? [];
  const tile = { level: Number(level), index: indexOf(index), width: widthOf(width) };
  return requireWrittenAs(path, tile, tilePath);
}

/** The path of an entry bundle: `tile/entries/x001/x234/067.p/8`. Throws like `tilePath`. */
export function bundlePath({ index, width }: EntryBundle): string {
  return `tile/entries/${indexPath(index)}${widthPath(width)}`;
}

/** @throws {SyntaxError} on anything but what `bundlePath` writes. */
export function parseBundlePath(path: string): EntryBundle {
  const [, index, width] = BUNDLE_PATH.exec(path) ?? [];
  return requireWrittenAs(path, { index: indexOf(index), width: widthOf(width) }, bundlePath);
}

/**
 * Requires that the parsed resource is written as the same path, so that leading zeros and needless elements don't give
 * a second path.
 */
function requireWrittenAs<Resource>(
  path: string,
  resource: Resource,
  write: (it: Resource) => string,
): Resource {
  try {
    if (write(resource) === path) return resource;
  } catch (error) {
    // An invalid level, index or width.
    if (!(error instanceof RangeError)) throw error;
  }
  throw new SyntaxError('This is not the path of a tile or of an entry bundle');
}

/** Three digits for each element, and an x before all but the last. */
function indexPath(index: number): string {
  if (!isTreeSize(index))
    throw new RangeError(`The index of a tile is an integer from 0, not ${String(index)}`);
  const elements = [String(index % 1000).padStart(3, '0')];
  for (let rest = Math.floor(index / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    elements.unshift(`x${String(rest % 1000).padStart(3, '0')}`);
  }
  return elements.join('/');
}

function indexOf(elements: string | undefined): number {
  return elements === undefined ? Number.NaN : Number(elements.replaceAll(/[x/]/g, ''));
}

function widthPath(width: number): string {
  if (width === TILE_WIDTH) return '';
  if (isTreeSize(width) && width > 0 && width < TILE_WIDTH) return `.p/${width}`;
  throw new RangeError(`The width of a tile is an integer from 1 to ${TILE_WIDTH}, not ${String(width)}`);
}

function widthOf(text: string | undefined): number {
  return text === undefined ? TILE_WIDTH : Number(text);
}
