export { addressIn, recordingChanges, type SignInChange, statedOf } from './changes.ts';
export {
  BACKUP_CODES,
  digestOfName,
  digestsOfPeople,
  isPassing,
  nameOfReset,
  type PersonDigests,
  SESSION,
} from './digests.ts';
export { actingAs, placesOf, recordOfPerson } from './of-person.ts';
export { recordSignIn } from './sign-in.ts';
