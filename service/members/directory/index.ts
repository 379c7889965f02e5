export {
  DIRECTORY_SET,
  type Directory,
  directoryOf,
  setDirectory,
  type WantedDirectory,
} from './directory.ts';
