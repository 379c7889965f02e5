export {
  actingAs,
  addressIn,
  placesOf,
  recordingChanges,
  recordOfPerson,
  recordSignIn,
  type SignInChange,
  statedOf,
} from './changes.ts';
export {
  BACKUP_CODES,
  digestOfName,
  digestsOfPeople,
  isPassing,
  nameOfReset,
  type PersonDigests,
  SESSION,
} from './digests.ts';
