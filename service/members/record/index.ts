export { recordingChanges, type SignInChange, statedOf } from './changes.ts';
export {
  BACKUP_CODES,
  digestOfName,
  digestsOfPeople,
  isPassing,
  nameOfReset,
  type PersonDigests,
  SESSION,
} from './digests.ts';
export { placesOf, recordOfPerson } from './of-person.ts';
export { recordSignIn, recordSignInAt } from './sign-in.ts';
