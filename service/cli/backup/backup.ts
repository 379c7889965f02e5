/** `assize backup`: a backup of the database, its check, and the copy of the signing folder that is kept apart. */
import path from 'node:path';
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
import { PROGRAM } from '../../database/nodes/releases.ts';
import { openDatabase } from '../../database/open.ts';
import { systemClock } from '../../foundation/clock.ts';
import { IdSource } from '../../foundation/ids.ts';
import { fillRandom } from '../../wiring.ts';
import type { JsonOption, ServiceCommand } from '../command.ts';
import { explain } from '../explain.ts';
import { table } from '../terminal.ts';

interface SigningOptions extends JsonOption {
  overwrite?: boolean;
}

export function backupCommands(program: ServiceCommand): void {
  const { environment } = program;
  const backup = program.command('backup').description('back up the database while the service runs');

  backup
    .command('create <folder>', { isDefault: true })
    .description('write a backup of the database to a new folder, and check it')
    .json()
    .run((_, folder: string) => create(environment, folder), {
      json: fieldsOf,
      lines: (made) => linesOf(made, 'was written, and is whole'),
      note: (_, { json }) => (json ? [] : ['', APART]),
    });

  backup
    .command('verify <folder>')
    .description('check without a service that a backup is whole and matches its manifest')
    .json()
    .run(
      async (_, folder: string) => ({
        folder,
        manifest: await verifyBackup(path.resolve(folder), environment),
      }),
      { json: fieldsOf, lines: (whole) => linesOf(whole, 'is whole') },
    );

  backup
    .command('signing <file>')
    .description('copy the signing folder and secrets.key to one file; keep it apart from backups')
    .option('--overwrite', 'replace an older copy there')
    .json()
    .run(({ options }, file: string) => copySigning(environment, file, options), {
      json: ({ file, copy, chains }) => ({
        file: path.resolve(file),
        created_at: copy.createdAt,
        chains,
        secrets_key: copy.secretsKey !== null,
      }),
      lines: ({ file, copy, chains, signingDir }) =>
        `The copy of ${signingDir} is in ${file}, with the last checkpoints of ${chains} chains${copy.secretsKey === null ? '' : ', and secrets.key'}.`,
      note: ({ copy }, { json }) => {
        if (json) return [];
        const secrets = copy.secretsKey === null ? '' : ' and read the secrets of webhooks';
        return [
          '',
          `${UNENCRYPTED}${secrets}. Move it to another machine, apart from the backups of the database.`,
        ];
      },
    });
}

interface Backup {
  folder: string;
  manifest: Manifest;
}

async function create(environment: Environment, folder: string): Promise<Backup> {
  const { database: location, dataDir, clockOffsetMs } = readConfig(environment);
  const clock = systemClock(clockOffsetMs);
  const writer = new IdSource(fillRandom).random('bak');
  const explained = (error: unknown) => {
    throw explain(error, location);
  };
  await requireDatabaseFile(location);
  const db = await openDatabase(location, () => undefined);
  try {
    await requireTables(db, location).catch(explained);
    const to = path.resolve(folder);
    const deps = { db, location, clock, environment, writer, programVersion: PROGRAM };
    const manifest = await createBackup(deps, to).catch(explained);
    await stampBackup(dataDir, { at: manifest.created_at, folder: to }, writer);
    return { folder, manifest };
  } finally {
    await db.destroy();
  }
}

const APART =
  'It does not hold the signing folder. Keep a copy of that elsewhere: npx assize backup signing FILE --overwrite';

function fieldsOf({ folder, manifest }: Backup) {
  const { created_at, program_version, database, chains, files } = manifest;
  return { folder: path.resolve(folder), created_at, program_version, database, chains, files };
}

function linesOf({ folder, manifest }: Backup, state: string): string[] {
  const { created_at, database, chains, files } = manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    `The backup ${folder} ${state}: ${database}, ${(bytes / 1e6).toFixed(1)} MB, of ${created_at}.`,
    '',
    ...table(chains, { tenant: 'tenant', environment: 'environment', artifacts: 'size', head: 'head_hash' }),
  ];
}

async function copySigning(environment: Environment, file: string, { overwrite = false }: SigningOptions) {
  const { signingDir, dataDir, clockOffsetMs } = readConfig(environment);
  const writer = new IdSource(fillRandom).random('bak');
  const deps = { signingDir, dataDir, clock: systemClock(clockOffsetMs), writer };
  const copy = await writeSigningCopy(deps, path.resolve(file), overwrite);
  if (copy === null) {
    throw new Error(`${file} already exists: name another file, or pass --overwrite.`);
  }
  const chains = Object.keys(copy.files).filter((name) => name.startsWith('last/')).length;
  return { file, copy, chains, signingDir };
}

const UNENCRYPTED =
  'IT HOLDS SECRET KEYS AND IS NOT ENCRYPTED. Anyone who reads it can sign evidence in your name';
