import type { Migration } from '../migrate.ts';
import { firstTables } from './000001_first_tables.ts';
import { search } from './000002_search.ts';

/** Every migration, oldest first. New ones are added at the end; one that was released is never edited. */
export const migrations: readonly Migration[] = [firstTables, search];
