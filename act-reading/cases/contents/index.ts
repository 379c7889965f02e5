/** All tables of cases, by the kind of content. */
import type { ContentKind } from '../../content.ts';
import type { Case } from './case.ts';
import { CODES } from './codes.ts';
import { MONGO } from './mongo.ts';
import { PATHS } from './paths.ts';
import { SHELL_FILES } from './shell/files.ts';
import { SHELL_HOSTILE } from './shell/hostile.ts';
import { SHELL_NETWORK } from './shell/network.ts';
import { SHELL_PROGRAMS } from './shell/programs.ts';
import { SHELL_RUNNING } from './shell/running.ts';
import { SHELL_SYSTEMS } from './shell/systems.ts';
import { SQL_DANGERS } from './sql-dangers.ts';
import { SQL_READING } from './sql-reading.ts';
import { TEXTS } from './texts.ts';
import { URLS } from './urls.ts';

export const CASES: Record<ContentKind, Case[]> = {
  shell: [
    ...SHELL_FILES,
    ...SHELL_NETWORK,
    ...SHELL_RUNNING,
    ...SHELL_SYSTEMS,
    ...SHELL_PROGRAMS,
    ...SHELL_HOSTILE,
  ],
  sql: [...SQL_READING, ...SQL_DANGERS],
  mongo: MONGO,
  url: URLS,
  path: PATHS,
  text: TEXTS,
  code: CODES,
};
