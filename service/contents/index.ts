export {
  type Act,
  CONTENT_KINDS,
  type Content,
  type ContentKind,
  type ContentTarget,
  type ReadingOptions,
} from './content.ts';
export { loadReaders } from './load.ts';
export { readContent } from './read.ts';
