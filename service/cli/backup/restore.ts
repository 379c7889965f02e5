/** `assize restore`: puts a backup back, and acknowledges the restore or says how to. */
import path from 'node:path';
import { type Environment, type Restored, restoreBackup } from '../../backup/index.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { openDatabase } from '../../database/open.ts';
import { systemClock } from '../../foundation/clock.ts';
import { IdSource } from '../../foundation/ids.ts';
import { rotateSigningKey } from '../../proof/log/index.ts';
import type { RestoreWords } from '../../proof/restore/index.ts';
import { fillRandom } from '../../wiring.ts';
import type { JsonOption, ServiceCommand } from '../command.ts';
import {
  acknowledgeAll,
  byName,
  OUTCOMES,
  type Outcome,
  reasonText,
} from '../evidence/acknowledge-restore.ts';
import { explain } from '../explain.ts';
import type { WithService } from '../service-for-command.ts';
import { EXIT, print, printJson } from '../terminal.ts';

interface RestoreOptions extends JsonOption {
  signing?: string;
  newSigningKey?: boolean;
  replace?: boolean;
  reason?: string;
  by?: string;
}

export function restoreCommand(program: ServiceCommand): void {
  program
    .command('restore [folder]')
    .description('put a backup back into an empty place, to be acknowledged then')
    .option('--signing <file>', 'also put back this copy of the signing folder, if that was lost')
    .option('--new-signing-key', 'create a new key, if the signing folder and its copies are lost')
    .option('--replace', 'move an existing embedded database aside')
    .option('--reason <text>', 'acknowledge it at once, and say why it was put back', reasonText)
    .option('--by <name>', 'who answers for it', byName)
    .json()
    .action((folder: string | undefined, options: RestoreOptions) => {
      requireSense(program, folder, options);
      return restore(program, folder, options);
    });
}

async function restore(
  { withService, environment }: ServiceCommand,
  folder: string | undefined,
  options: RestoreOptions,
): Promise<void> {
  const { reason, by, json } = options;
  const config = readConfig(environment);
  const restored = await putBack(config, environment, folder, options);
  // Before the rest, which may fail: the database is in its place by then.
  if (!json) print(sentencesOf(config, restored, folder));
  const words = reason === undefined || by === undefined ? null : { reason, by };
  const outcomes = await goOn(withService, restored, words);
  if (json) {
    const { origin, chains, replaced, manifest } = restored;
    printJson({
      backup_at: manifest?.created_at ?? null,
      signing: origin.signing,
      signing_at: origin.signingAt,
      chains,
      replaced,
      acknowledged: outcomes === null ? null : OUTCOMES.json(outcomes),
    });
  } else {
    if (restored.origin.signing === 'lost') print(NEW_KEY);
    print('', outcomes === null ? NEXT : OUTCOMES.lines(outcomes));
  }
  if (outcomes !== null && OUTCOMES.exitCode(outcomes) !== 0) process.exitCode = EXIT.failed;
}

/** Does the part that needs the database: a new key and the acknowledgement. @returns null where neither was due. */
async function goOn(
  withService: WithService,
  { origin }: Restored,
  words: RestoreWords | null,
): Promise<Outcome[] | null> {
  if (origin.signing !== 'lost' && words === null) return null;
  return withService(async (service) => {
    const { folder } = service.signing;
    // Ends the lost key at once, since anyone may have it.
    if (origin.signing === 'lost') {
      await rotateSigningKey({ ...service, folder, holder: service.ids.random('cli') }, 0);
    }
    return words === null ? null : acknowledgeAll(service, words);
  });
}

function requireSense(command: ServiceCommand, folder: string | undefined, options: RestoreOptions): void {
  const { signing, newSigningKey, reason, by } = options;
  if ((reason === undefined) !== (by === undefined)) command.error('error: --reason and --by go together.');
  if (signing !== undefined && newSigningKey) {
    command.error('error: Pass --signing or --new-signing-key, not both.');
  }
  if (folder === undefined && signing === undefined && !newSigningKey) {
    command.error('error: Name the folder of the backup.');
  }
}

function putBack(
  { database, dataDir, signingDir, clockOffsetMs }: Config,
  environment: Environment,
  folder: string | undefined,
  { signing, newSigningKey = false, replace = false }: RestoreOptions,
): Promise<Restored> {
  const openServer = () => openDatabase(database, () => undefined);
  const now = new Date(systemClock(clockOffsetMs).now()).toISOString();
  const writer = new IdSource(fillRandom).random('res');
  return restoreBackup(
    { location: database, dataDir, signingDir, environment, openServer, writer, now },
    {
      from: folder === undefined ? null : path.resolve(folder),
      signingCopy: signing === undefined ? null : path.resolve(signing),
      newSigningKey,
      replace,
    },
  ).catch((error: unknown) => {
    throw explain(error, database);
  });
}

const NEW_KEY =
  'A new signing key was created. Hand the new verifier keys (npx assize keys verifier) to those who verify.';

const NEXT = [
  'Nothing is signed, and every evaluation is blocked, until you acknowledge the restore:',
  '  npx assize evidence acknowledge-restore --reason "…" --by "…"',
  'Then each tenant acknowledges its alarm, with a key of its own:',
  '  ASSIZE_API_KEY=ak_… npx assize evidence acknowledge-alarms',
  'docs/restore.md says what else is older now.',
];

function sentencesOf(
  config: Config,
  { manifest, origin, chains, replaced }: Restored,
  folder = '',
): string[] {
  const place = config.database.kind === 'sqlite' ? config.dataDir : 'the database';
  const sentences =
    manifest === null
      ? [`The restore of ${chains.length} chains waits to be acknowledged.`]
      : [`The backup ${folder} of ${manifest.created_at} is in ${place}: ${chains.length} chains.`];
  if (replaced !== null) sentences.push(`The earlier database is now ${replaced}.`);
  if (origin.signing === 'copy') {
    sentences.push(`The signing folder was put back from the copy of ${origin.signingAt}.`);
  }
  return sentences;
}
