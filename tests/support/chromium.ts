/** The Chromium of the machine. */
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const CHROMIUM = PLACES.find((place) => existsSync(place));
/** Why a test that needs it is skipped; false where it is not. */
export const noChromium = CHROMIUM === undefined && 'there is no Chromium here';
