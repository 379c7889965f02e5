export {
  CONTENT_KINDS,
  type ContentKind,
  type KeptEntry,
  keptEntry,
  type ToolEntry,
  type WrittenEntry,
} from './entry.ts';
