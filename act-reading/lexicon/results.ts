/** Words of names, by what a tool of that name returns. `results.yaml` holds and explains them. */
import { namesIn } from '../lists.ts';

const namesOf = namesIn('./lexicon/results.yaml');

export const REGISTER = namesOf('register');
export const STRUCTURE = namesOf('structure');
export const LISTED = namesOf('listed');
export const OUTSIDERS = namesOf('outsiders');
export const WEB = namesOf('web');
export const PLATFORMS = namesOf('platforms');
export const MAKING = namesOf('making');
export const PUBLIC = namesOf('public');
export const CONFIDENTIAL = namesOf('confidential');
export const SECRET = namesOf('secret');
export const NUMBERED = namesOf('numbered');
export const PARTIES = namesOf('parties');
