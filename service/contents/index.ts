export {
  type Act,
  CONTENT_KINDS,
  type Content,
  type ContentKind,
  type ContentTarget,
  type ReadingOptions,
} from './content.ts';
export { readContent } from './read.ts';
export { loadReaders } from './sql/load.ts';
