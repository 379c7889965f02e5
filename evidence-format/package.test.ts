/** The published package: packed, installed alone in an empty folder, and run there and in a browser. */

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CHROMIUM, noChromium } from '../tests/support/browser/chromium.ts';
import { exportOf, NO_FILTER, OTHER_SIGNER, records, VKEY } from './export/fixture.ts';
import { formatVerifierKey } from './notes/note-key.ts';

const SOURCES = import.meta.dirname;
const folder = mkdtempSync(path.join(tmpdir(), 'assize-package-'));
const inFolder = (name: string) => path.join(folder, name);
const installed = inFolder('alone/node_modules/@assize/evidence-format');
const command = path.join(installed, 'assize-verify.js');
const inWorkspace = path.join(SOURCES, 'assize-verify.ts');
const handedOut = inFolder('handed-out/assize-verify.mjs');
const OTHER_VKEY = formatVerifierKey(OTHER_SIGNER);
const forged = exportOf(records(300)).replace('"index":9,"text"', '"index":8,"text"');

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

function run(program: string, words: readonly string[], input?: string): Ended {
  const cwd = existsSync(inFolder('alone')) ? inFolder('alone') : folder;
  return spawnSync(program, words, { cwd, encoding: 'utf8', ...(input === undefined ? {} : { input }) });
}

function done(program: string, words: readonly string[]): void {
  const { status, stdout, stderr } = run(program, words);
  assert.equal(status, 0, `${program} ${words.join(' ')}\n${stdout}${stderr}`);
}

before(() => {
  done(process.execPath, [path.join(SOURCES, 'build.ts'), inFolder('built')]);
  done('npm', ['pack', '--silent', '--pack-destination', folder, inFolder('built')]);
  const [tarball = ''] = globSync('*.tgz', { cwd: folder });
  mkdirSync(inFolder('alone'));
  writeFileSync(inFolder('alone/package.json'), '{"private":true}');
  mkdirSync(inFolder('handed-out'));
  copyFileSync(path.join(SOURCES, 'assize-verify.mjs'), handedOut);
  done('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', inFolder(tarball)]);
  writeFileSync(inFolder('sound.json'), exportOf(records(300)));
  writeFileSync(inFolder('forged.json'), forged);
  const filter = { ...NO_FILTER, artifact_types: [] };
  writeFileSync(inFolder('chosen.json'), exportOf(records(300), { filter }));
});
after(() => rmSync(folder, { recursive: true }));

describe('the-installed-package', () => {
  test('has-no-dependency-and-no-sources', () => {
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
    assert.equal(manifest.dependencies, undefined);
    assert.equal(manifest.private, undefined);
    assert.deepEqual(
      globSync('**/*.ts', { cwd: installed }).filter((name) => !name.endsWith('.d.ts')),
      [],
    );
    assert.deepEqual(globSync('**/*{fixture,test}*', { cwd: installed }), []);
    const portable = readFileSync(path.join(installed, 'platform/platform-portable.js'), 'utf8');
    assert.match(portable, /^(?!.*^import ).*@noble\/curves.*Permission is hereby granted/ms);
    assert.ok(existsSync(path.join(installed, 'LICENSE')) && existsSync(path.join(installed, 'README.md')));
  });

  test('runs-its-command-by-name', () => {
    const { status, stdout } = run('npx', ['--no-install', 'assize-verify', inFolder('sound.json')]);
    assert.match(stdout, /^SOUND/);
    assert.equal(status, 0);
  });

  test('is-a-module-for-programs', () => {
    const program = `import { exportVerifier } from '@assize/evidence-format';
      console.log(exportVerifier().finish().verdict);`;
    assert.equal(run(process.execPath, ['--input-type=module', '--eval', program]).stdout, 'unchecked\n');
  });

  test('has-types-that-need-nothing-else', () => {
    writeFileSync(
      inFolder('alone/a.mts'),
      `import { exportVerifier, parseVerifierKey, sha256 } from '@assize/evidence-format';
       const verdict: 'sound' | 'unsound' | 'unchecked' = exportVerifier().finish().verdict;
       const hash: Uint8Array = sha256(verdict, parseVerifierKey(verdict).publicKey);
       export { hash };`,
    );
    const tsc = path.join(SOURCES, '../node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
    done(process.execPath, [tsc, ...options, 'a.mts']);
  });
});

const olderNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
  (file) =>
    existsSync(file) && /^v(?:20|22)\./.test(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout),
);
const noOlderNode = olderNode === undefined && 'there is no Node 20 or 22 here';

test('runs-on-an-older-node', { skip: noOlderNode }, () => {
  for (const file of [command, handedOut]) {
    const { status, stdout } = run(olderNode ?? '', [file, inFolder('sound.json'), '--key', VKEY]);
    assert.match(stdout, /This is a key that you gave/);
    assert.equal(status, 0);
  }
});

for (const [where, file] of [
  ['installed', command],
  ['workspace', inWorkspace],
  ['handed-out', handedOut],
] as const) {
  describe(`the-command-${where}`, () => {
    const verify = (...words: string[]) => run(process.execPath, [file, ...words]);

    test('says-sound-and-unsound-by-its-exit-code', () => {
      assert.equal(verify(inFolder('sound.json'), '--key', VKEY).status, 0);
      const { status, stdout } = verify(inFolder('forged.json'), '--key', VKEY);
      assert.equal(status, 3);
      assert.match(stdout, /^NOT SOUND[\s\S]*Artifact 9: payload or salt was altered/);
    });

    if (where !== 'installed') return; // The remaining code is the same everywhere.
    test('says-by-an-exit-code-of-its-own-that-a-key-can-not-verify-the-file', () => {
      const { status, stdout } = verify(inFolder('sound.json'), '--key', OTHER_VKEY);
      assert.equal(status, 4);
      assert.match(stdout, /^NOT CHECKED: this key cannot verify this file/);
      assert.match(stdout, /This is not one of the keys that you gave/);
      assert.equal(verify(inFolder('sound.json'), '--key', OTHER_VKEY, '--key', VKEY).status, 0);
      assert.equal(verify(inFolder('forged.json'), '--key', OTHER_VKEY).status, 3);
    });

    test('prints-json', () => {
      const report = JSON.parse(verify(inFolder('forged.json'), '--json').stdout);
      assert.equal(report.verdict, 'unsound');
      assert.deepEqual(report.problems[0].index, 9);
    });

    test('reads-the-standard-input', () => {
      assert.equal(run(process.execPath, [file, '-'], exportOf(records(3))).status, 0);
      assert.equal(run(process.execPath, [file, '-'], forged).status, 3);
    });

    test('takes-a-checkpoint-that-was-kept', () => {
      const { checkpoint } = JSON.parse(exportOf(records(200)));
      writeFileSync(inFolder('kept.note'), checkpoint);
      const words = ['--trusted-checkpoint', inFolder('kept.note')];
      assert.equal(verify(inFolder('sound.json'), ...words).status, 0);
      const unchecked = verify(inFolder('chosen.json'), ...words);
      assert.equal(unchecked.status, 3);
      assert.match(unchecked.stdout, /^NOT CHECKED/);
    });

    test('says-what-it-can-not-read-and-what-it-does-not-understand', () => {
      const absent = verify(inFolder('absent.json'));
      assert.equal(absent.status, 1);
      assert.match(absent.stderr, /There is no file/);
      assert.equal(verify(inFolder('sound.json'), '--trusted-checkpoint', 'absent').status, 1);
      assert.equal(verify(folder).status, 1);
      for (const words of [[], ['a', 'b'], ['--what'], ['a', '--key', 'none']]) {
        const { status, stderr } = verify(...words);
        assert.ok(status === 2 && stderr.length > 10, `${status} ${stderr}`);
      }
      assert.equal(verify('--help').status, 0);
    });
  });
}

const PAGE = `<!doctype html><title>verify</title><pre></pre>
<script type="importmap">{ "imports": { "#platform": "/package/platform/platform-portable.js" } }</script>
<script type="module">
  import { exportVerifier, parseVerifierKey } from '/package/index.js';
  const verdictOf = async (name) => {
    const verifier = exportVerifier({ verifierKeys: [parseVerifierKey('${VKEY}')] });
    const reader = (await fetch(name)).body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      verifier.push(value);
    }
    const { verdict, artifacts, problems } = verifier.finish();
    return [name, verdict, artifacts.verified, ...problems.map(({ index, problem }) => index + ' ' + problem)].join(' ');
  };
  const lines = [await verdictOf('/sound.json'), await verdictOf('/forged.json')];
  document.querySelector('pre').textContent = lines.join('; ');
</script>`;

test('verifies-in-a-browser', { skip: noChromium }, async () => {
  const server = await serve();
  try {
    const { port } = server.address() as AddressInfo;
    const told = /\/sound\.json sound 300; \/forged\.json unsound 299 9 wrong_commitment</;
    let page = '';
    // A busy machine may take longer to load the page than the browser waits.
    for (let tries = 0; tries < 3 && !told.test(page); tries += 1) {
      page = await dumpDom(`http://127.0.0.1:${port}/`);
    }
    assert.match(page, told);
  } finally {
    server.close();
  }
});

function serve(): Promise<Server> {
  const types: Record<string, string> = { '.js': 'text/javascript', '.json': 'application/json' };
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const file = url.startsWith('/package/')
      ? path.join(installed, url.slice('/package/'.length))
      : inFolder(path.basename(url));
    if (url !== '/' && !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[path.extname(url)] ?? 'text/html' });
    response.end(url === '/' ? PAGE : readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

function dumpDom(url: string): Promise<string> {
  const words = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${inFolder('profile')}`];
  const child = spawn(CHROMIUM ?? '', [...words, '--virtual-time-budget=20000', '--dump-dom', url], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 300_000,
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(text));
  });
}
