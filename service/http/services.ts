/** What the routes need of the rest of the house. */
import type { Database } from '../database/open.ts';
import type { EvaluateDeps } from '../evaluation/index.ts';
import type { FillRandom } from '../foundation/ids.ts';
import type { Authenticator } from '../keys/index.ts';

export interface Services extends EvaluateDeps {
  db: Database;
  authenticator: Authenticator;
  fillRandom: FillRandom;
}
