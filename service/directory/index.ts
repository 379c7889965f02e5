export {
  changeMembers,
  type DirectoryGroup,
  directoryGroups,
  findDirectoryGroup,
  roleNamed,
} from './groups.ts';
export type { DirectoryDeps } from './settle.ts';
export {
  type DirectoryUser,
  directoryUsers,
  type Profile,
} from './user.ts';
export {
  changeUser,
  createUser,
  deleteUser,
  findUser,
  USER_DELETED,
  USER_SET,
  type WantedUser,
} from './users.ts';
