/**
 * Draws the icon of the installed dashboard as PNG files, from the same shapes as `assize.svg`: telephones take no SVG.
 * Each pixel is the average of a grid of points, which smooths the edges.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

type Point = readonly [x: number, y: number];
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** The size of the drawing that the shapes are on. */
const SIDE = 32;
const CORNER = 7;
const GROUND: Colour = [0x3b, 0x3a, 0x8f, 255];
const LETTER: Colour = [255, 255, 255, 255];
const NOTHING: Colour = [0, 0, 0, 0];
/** The letter, and the hole in it. */
const OUTLINE: readonly Point[] = [
  [16, 6.5],
  [7, 25.5],
  [10.6, 25.5],
  [12.6, 20.9],
  [19.4, 20.9],
  [21.4, 25.5],
  [25, 25.5],
];
const HOLE: readonly Point[] = [
  [16, 13.6],
  [18.1, 18],
  [13.9, 18],
];
/** Points along each side of a pixel. */
const POINTS = 4;

interface Icon {
  file: string;
  pixels: number;
  /** `rounded`: as in the SVG. `full`: to the edges, for systems that cut it. `letter`: white on nothing. */
  ground: 'rounded' | 'full' | 'letter';
}

const ICONS: readonly Icon[] = [
  { file: 'icon-192.png', pixels: 192, ground: 'rounded' },
  { file: 'icon-512.png', pixels: 512, ground: 'rounded' },
  { file: 'icon-512-maskable.png', pixels: 512, ground: 'full' },
  { file: 'icon-180.png', pixels: 180, ground: 'full' },
  { file: 'badge-96.png', pixels: 96, ground: 'letter' },
];

export function drawIcons(folder: string): void {
  for (const icon of ICONS) writeFileSync(path.join(folder, icon.file), pngOf(icon));
}

function pngOf({ pixels, ground }: Icon): Buffer {
  const rows = Buffer.alloc(pixels * (1 + pixels * 4));
  for (let y = 0; y < pixels; y += 1) {
    for (let x = 0; x < pixels; x += 1) {
      rows.set(pixelAt(x, y, pixels, ground), y * (1 + pixels * 4) + 1 + x * 4);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  // Eight bits for each of red, green, blue and alpha (PNG, third edition, section 11.2.1).
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND')];
  return Buffer.concat([signature, ...parts]);
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The colours of transparent points don't count. */
function pixelAt(x: number, y: number, pixels: number, ground: Icon['ground']): Colour {
  const sum: [number, number, number, number] = [0, 0, 0, 0];
  for (let point = 0; point < POINTS * POINTS; point += 1) {
    const at = (place: number, within: number) => ((place + (within + 0.5) / POINTS) / pixels) * SIDE;
    const [red, green, blue, alpha] = colourAt(
      [at(x, point % POINTS), at(y, Math.floor(point / POINTS))],
      ground,
    );
    sum[0] += red * alpha;
    sum[1] += green * alpha;
    sum[2] += blue * alpha;
    sum[3] += alpha;
  }
  const [red, green, blue, alpha] = sum;
  if (alpha === 0) return NOTHING;
  const mean = (part: number) => Math.round(part / alpha);
  return [mean(red), mean(green), mean(blue), Math.round(alpha / (POINTS * POINTS))];
}

function colourAt(point: Point, ground: Icon['ground']): Colour {
  if (isInside(point, OUTLINE) && !isInside(point, HOLE)) return LETTER;
  if (ground === 'letter') return NOTHING;
  return ground === 'full' || isInRounded(point) ? GROUND : NOTHING;
}

function isInRounded([x, y]: Point): boolean {
  const beyond = (at: number) => Math.max(CORNER - at, at - (SIDE - CORNER), 0);
  return Math.hypot(beyond(x), beyond(y)) <= CORNER;
}

/** Counts the edges to the right of the point: inside, their number is odd. */
function isInside([x, y]: Point, corners: readonly Point[]): boolean {
  return corners.reduce((isIn, [ax, ay], place) => {
    const [bx, by] = corners.at(place - 1) ?? [ax, ay];
    const crosses = ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
    return crosses ? !isIn : isIn;
  }, false);
}
