/** The Compose files: a real parser reads them, the service knows their settings, and no environment holds a secret. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readConfig } from '@assize/service/config/config.ts';
import { SECRETS } from '@assize/service/config/settings.ts';
import { parse } from 'yaml';
import { newFolder } from './support/databases/databases.ts';
import { ROOT } from './support/runner/release.ts';

const FOLDER = path.join(ROOT, 'deploy/compose');
const noCompose = spawnSync('docker-compose', ['--version']).error !== undefined && 'no docker-compose';

type Parsed = ReturnType<typeof JSON.parse>;

const FILES = globSync('*.yaml', { cwd: FOLDER }).map((file) => {
  const text = readFileSync(path.join(FOLDER, file), 'utf8');
  const content: Parsed = parse(text, { uniqueKeys: true, merge: true });
  return { file, text, content };
});

for (const { file, text, content } of FILES) {
  const services: [string, Parsed][] = Object.entries(content.services);
  const { assize } = content.services;

  test(`compose-reads-${file}`, { skip: noCompose }, (t) => {
    const folder = newFolder(t);
    const read = (edited: string) => {
      writeFileSync(path.join(folder, file), edited);
      return spawnSync('docker-compose', ['-f', file, 'config', '--quiet'], {
        cwd: folder,
        encoding: 'utf8',
      });
    };
    const found = read(text);
    assert.equal(found.status, 0, found.stderr);
    assert.notEqual(read(text.replace('restart: always', 'restarts: always')).status, 0);
  });

  test(`the-services-of-${file}-are-closed-and-come-back`, () => {
    for (const [name, service] of services) {
      assert.equal(service.restart, 'always', name);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
      assert.ok(service.mem_limit && service.logging.options['max-size'], name);
      assert.ok(
        service.volumes.every((volume: string) => (volume.split(':')[0] ?? '') in content.volumes),
        name,
      );
      for (const port of service.ports ?? []) assert.match(port, /^127\.0\.0\.1:/);
      for (const [key, { condition }] of Object.entries<{ condition: string }>(service.depends_on ?? {})) {
        assert.equal(condition, 'service_healthy');
        assert.ok(content.services[key].healthcheck, key);
      }
    }
    assert.equal(assize.read_only, true);
    assert.deepEqual(assize.cap_drop, ['ALL']);
    // The service takes at most 30 s to stop.
    assert.ok(Number.parseInt(assize.stop_grace_period, 10) > 30);
  });

  test(`the-service-knows-the-settings-of-${file}-and-its-secrets-are-files`, (t) => {
    const folder = newFolder(t);
    for (const name of SECRETS) assert.ok(!(name in assize.environment), name);
    const files = Object.entries<string>(assize.environment).filter(([name]) => name.endsWith('_FILE'));
    assert.deepEqual(files.map(([, value]) => path.basename(value)).sort(), [...assize.secrets].sort());
    assert.deepEqual(
      Object.keys(content.secrets).sort(),
      [...new Set(services.flatMap(([, { secrets }]) => secrets))].sort(),
    );
    // The file's comment says how to make the secrets, and they are read once made that way.
    makeSecrets(text, folder);
    const inFolder = files.map(([name, value]) => [name, path.join(folder, 'secrets', path.basename(value))]);
    const given = { ASSIZE_BASE_URL: 'http://127.0.0.1:8080', ...Object.fromEntries(inFolder) };
    const config = readConfig(given);
    assert.deepEqual(config.unknown, []);
    assert.notEqual(config.init.productionKey, null);
    assert.equal(config.database.kind, 'database-url' in content.secrets ? 'postgres' : 'sqlite');
    assert.deepEqual(Object.keys(given).sort(), Object.keys(assize.environment).sort());
  });
}

/** Runs all commands of the comment but the last, which starts the service. */
function makeSecrets(text: string, folder: string): void {
  const commands = [...text.matchAll(/^# {3}(.+)$/gm)].map(([, line = '']) => line);
  const script = commands.join('\n').replace(/(?:&& )?docker compose .*/, '');
  mkdirSync(folder, { recursive: true });
  const ran = spawnSync('sh', ['-ec', script], { cwd: folder, encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
}
