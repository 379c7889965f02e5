/** The Chromium of the machine. */
import { existsSync } from 'node:fs';

/** The first one has no window, and opens a page for three fifths of the processor time. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const CHROMIUM = PLACES.find((place) => existsSync(place));
/** Why a test that needs it is skipped; false where it is not. */
export const noChromium = CHROMIUM === undefined && 'there is no Chromium here';
