/** Names of fields, by the part that their values play in an act. `field-names.yaml` holds and explains them. */
import { namesIn } from '../lists.ts';

const namesOf = namesIn('./lexicon/field-names.yaml');

export const FORMS = namesOf('forms');
export const RECIPIENT = namesOf('recipient');
export const ACCOUNT = namesOf('account');
export const RECIPIENT_OF_SENDING = namesOf('recipientOfSending');
export const RECIPIENT_WORDS = namesOf('recipientWords');
export const PAYEE_WORDS = namesOf('payeeWords');
export const GRANTEE_WORDS = namesOf('granteeWords');
export const PAYEE = namesOf('payee');
export const PAYER = namesOf('payer');
export const GRANTEE = namesOf('grantee');
export const CHANNEL = namesOf('channel');
export const LINK = namesOf('link');
export const HOST = namesOf('host');
export const PATH = namesOf('path');
export const PATH_OF_MOVING = namesOf('pathOfMoving');
export const PLACE = namesOf('place');
export const AMOUNT = namesOf('amount');
export const TEXT = namesOf('text');
export const SQL = namesOf('sql');
export const SHELL = namesOf('shell');
export const CODE = namesOf('code');
export const ASIDE = namesOf('aside');
export const PROGRAM = namesOf('program');
export const BOOKED = namesOf('booked');
export const SECRET = namesOf('secret');
export const DELIVERY = namesOf('delivery');
