export { requireFitting } from './check.ts';
export {
  addMissing,
  keeping,
  MAX_SCHEMA_CHARACTERS,
  type Schemas,
  schemaOfTool,
  schemasWorthKeeping,
} from './kept.ts';
