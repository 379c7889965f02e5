/** The machine's Chromium. */
import { existsSync } from 'node:fs';

/** The first one has no window, and opens a page in three fifths of the processor time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const CHROMIUM = PLACES.find((place) => existsSync(place));
/** Why tests that need it are skipped; false if they are not. */
export const noChromium = CHROMIUM === undefined && 'there is no Chromium here';
