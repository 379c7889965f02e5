/** `assize backup`: a backup of the database, its check, and the copy of the signing folder that is kept apart. */
import path from 'node:path';
import type { Command } from 'commander';
import {
  createBackup,
  type Environment,
  type Manifest,
  stampBackup,
  verifyBackup,
  writeSigningCopy,
} from '../../backup/index.ts';
import { readConfig } from '../../config/config.ts';
import { requireDatabaseFile, requireTables } from '../../database/installation/installation.ts';
import { openDatabase } from '../../database/open.ts';
import { systemClock } from '../../foundation/clock.ts';
import { IdSource } from '../../foundation/ids.ts';
import servicePackage from '../../package.json' with { type: 'json' };
import { fillRandom } from '../../wiring.ts';
import { explain } from '../explain.ts';
import type { JsonOption } from '../options.ts';
import { note, print, printJson, table } from '../terminal.ts';

export function backupCommands(program: Command, environment: Environment): void {
  const backup = program.command('backup').description('back up the database while the service runs');
  backup
    .command('create <folder>', { isDefault: true })
    .description('write a backup of the database to a new folder, and check it')
    .option('--json', 'print JSON')
    .action((folder: string, options: JsonOption) => create(environment, folder, options));
  backup
    .command('verify <folder>')
    .description('check without a service that a backup is whole and matches its manifest')
    .option('--json', 'print JSON')
    .action(async (folder: string, options: JsonOption) =>
      show(await verifyBackup(path.resolve(folder), environment), folder, options, 'is whole'),
    );
  backup
    .command('signing <file>')
    .description('copy the signing folder and secrets.key to one file; keep it apart from backups')
    .option('--overwrite', 'replace an older copy there')
    .option('--json', 'print JSON')
    .action((file: string, options: SigningOptions) => copySigning(environment, file, options));
}

async function create(environment: Environment, folder: string, options: JsonOption): Promise<void> {
  const config = readConfig(environment);
  const { database: location, dataDir } = config;
  const clock = systemClock(config.clockOffsetMs);
  const writer = new IdSource(fillRandom).random('bak');
  const explained = (error: unknown) => {
    throw explain(error, location);
  };
  await requireDatabaseFile(location);
  const db = await openDatabase(location, () => undefined);
  try {
    await requireTables(db, location).catch(explained);
    const to = path.resolve(folder);
    const deps = { db, location, clock, environment, writer, programVersion: servicePackage.version };
    const manifest = await createBackup(deps, to).catch(explained);
    show(manifest, folder, options, 'was written, and is whole');
    if (!options.json) note('', APART);
    await stampBackup(dataDir, { at: manifest.created_at, folder: to }, writer);
  } finally {
    await db.destroy();
  }
}

const APART =
  'It does not hold the signing folder. Keep a copy of that elsewhere: npx assize backup signing FILE --overwrite';

function show(manifest: Manifest, folder: string, { json }: JsonOption, state: string): void {
  const { created_at, program_version, database, chains, files } = manifest;
  if (json) {
    printJson({
      folder: path.resolve(folder),
      created_at,
      program_version,
      database,
      chains,
      files,
    });
    return;
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  print(
    `The backup ${folder} ${state}: ${database}, ${(bytes / 1e6).toFixed(1)} MB, of ${created_at}.`,
    '',
    table(
      ['tenant', 'environment', 'artifacts', 'head'],
      chains.map(({ tenant, environment, size, head_hash }) => [
        tenant,
        environment,
        String(size),
        head_hash,
      ]),
    ),
  );
}

interface SigningOptions extends JsonOption {
  overwrite?: boolean;
}

async function copySigning(
  environment: Environment,
  file: string,
  { overwrite = false, json }: SigningOptions,
): Promise<void> {
  const { signingDir, dataDir, clockOffsetMs } = readConfig(environment);
  const writer = new IdSource(fillRandom).random('bak');
  const deps = { signingDir, dataDir, clock: systemClock(clockOffsetMs), writer };
  const copy = await writeSigningCopy(deps, path.resolve(file), overwrite);
  if (copy === null) {
    throw new Error(`${file} already exists: name another file, or pass --overwrite.`);
  }
  const chains = Object.keys(copy.files).filter((name) => name.startsWith('last/')).length;
  const hasSecretsKey = copy.secretsKey !== null;
  if (json) {
    printJson({ file: path.resolve(file), created_at: copy.createdAt, chains, secrets_key: hasSecretsKey });
    return;
  }
  print(
    `The copy of ${signingDir} is in ${file}, with the last checkpoints of ${chains} chains${hasSecretsKey ? ', and secrets.key' : ''}.`,
  );
  note(
    '',
    'IT HOLDS SECRET KEYS AND IS NOT ENCRYPTED. Anyone who reads it can sign evidence in your name' +
      (hasSecretsKey ? ' and read the secrets of webhooks. ' : '. ') +
      'Move it to another machine, apart from the backups of the database.',
  );
}
