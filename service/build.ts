/**
 * `npm run build`, and each `npm ci` by `prepare`: writes the generated files, and `dist/`, which `assize.js` runs here
 * and which is published as the package `assize`. It holds the service with all its libraries, an entry for each
 * thread, the files that they read, the dashboard, and the licenses of the libraries. `inputs.json` lists what it was
 * made from, so that `assize.js` notices a change.
 */
import { createHash } from 'node:crypto';
import { cpSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '@assize/evidence-format';
import { printErrorLines } from '@assize/evidence-format/terminal';
import type { Plugin, RolldownOutput } from 'rolldown';
import { parse } from 'yaml';
import { buildDashboard } from '../dashboard/build.ts';
import rootPackage from '../package.json' with { type: 'json' };
import { buildGuide } from '../site/build.ts';

type Output = RolldownOutput['output'][number][];

const SERVICE = import.meta.dirname;
const ROOT = path.join(SERVICE, '..');
const DIST = path.join(SERVICE, 'dist');
/** Two processes may build at once: each writes a folder of its own, and the complete one takes its place. */
const UNFINISHED = `${DIST}-${process.pid}`;
const SWAGGER_UI = 'node_modules/@fastify/swagger-ui';
/** Files that the package takes unchanged. */
const TEXTS = ['README.md', 'LICENSE'];
const FONTS = 'documents/fonts';
const CATALOGUES = ['tool-catalogues/*/catalogue.yaml', 'policy-packs/*/policy.yaml'];
/** The grammar of PostgreSQL, which its library loads from its own folder. */
const GRAMMAR = 'node_modules/libpg-query/wasm/libpg-query.wasm';

/** Where a thread or a file is: `new URL('./send-thread.ts', import.meta.url)`. */
const ADDRESS = /new URL\('(\.[^']+)', import\.meta\.url\)/g;
const entryOf = (file: string) => `${path.basename(file, '.ts')}.js`;

/** Commands that load no part of the service. */
const APART = ['gateway/gateway.ts', 'gateway/hook.ts', 'service/health.ts'];

/** The entry modules of threads that were found so far. */
const threads = new Set<string>();

/** @throws {Error} for two threads of one name, since one bundle would replace the other. */
function addThread(file: string): void {
  const other = [...threads].find((each) => each !== file && entryOf(each) === entryOf(file));
  if (other !== undefined) throw new Error(`${file} needs another name: ${other} has it`);
  threads.add(file);
}

/** Notes each thread and copies each file, so that both are found beside the bundle. */
const addresses: Plugin = {
  name: 'addresses',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
    return code.replace(ADDRESS, (_, relative: string) => {
      const file = path.join(path.dirname(id), relative);
      const isThread = file.endsWith('.ts');
      const fileName = isThread ? entryOf(file) : path.basename(file);
      if (isThread) addThread(file);
      else this.emitFile({ type: 'asset', fileName, originalFileName: file, source: readFileSync(file) });
      return `new URL('./${fileName}', import.meta.url)`;
    });
  },
};

/** The module of `act-reading` that reads its YAML, and what it reads. */
const DATA = path.join(ROOT, 'act-reading/data.ts');
const DATA_FILES = {
  cwd: path.dirname(DATA),
  exclude: ['node_modules', 'dist', 'cases', '**/*.schema.yaml'],
};

/** Puts the data in the place of that module: a service parses no YAML for it, which took 0.16 s of processor time. */
const data: Plugin = {
  name: 'data',
  transform(_code, id) {
    if (path.normalize(id) !== DATA) return null;
    const members = globSync('**/*.yaml', DATA_FILES).map((file) => {
      const content = JSON.stringify(parse(readFileSync(path.join(DATA_FILES.cwd, file), 'utf8')));
      return `'./${file.split(path.sep).join('/')}': () => (${content})`;
    });
    return `const FILES = { ${members.join(',\n')} };\nexport const readData = (file) => FILES[file]();`;
  },
};

/** Libraries that look for files in their own package. A test of the installed package asks for each of these files. */
const libraries: Plugin = {
  name: 'libraries',
  transform(code, id) {
    // The bundler does not recognize `require` under the library's own name for it.
    if (id.includes('node_modules/pdfkit/')) return code.replaceAll("require$1('#", "require('#");
    const [, inside] = id.split(`${SWAGGER_UI}/`);
    if (inside === undefined) return null;
    const folder = path.posix.join('swagger-ui', path.posix.dirname(inside));
    return code.replaceAll('__dirname', `(__dirname + '/${folder}')`);
  },
};

/** Bundles the main program and each thread separately. Both contain what they share, so a start reads few files. */
async function bundle(): Promise<Output | null> {
  // Left out by `npm ci --omit=dev`.
  const builder = await import('rolldown').catch(() => null);
  if (builder === null) return null;
  const { DESCRIPTION, generatedFrom, writeFiles } = await import('./generated.ts');
  writeFiles(await generatedFrom(readFileSync(path.join(ROOT, DESCRIPTION), 'utf8')));
  const output: Output = [];
  const build = async (file: string): Promise<void> => {
    const made = await builder.build({
      cwd: ROOT,
      input: file,
      platform: 'node',
      // `pg` loads it by name, only where an operator wants it.
      external: ['pg-native'],
      // Its other form loads its files by names that the bundler does not see.
      resolve: { alias: { 'jsonc-parser': path.join(ROOT, 'node_modules/jsonc-parser/lib/esm/main.js') } },
      // CommonJS modules have these two, a bundle does not.
      transform: { define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' } },
      plugins: [addresses, data, libraries],
      output: { dir: UNFINISHED, format: 'esm', entryFileNames: '[name].js' },
    });
    output.push(...made.output);
  };
  await build(path.join(SERVICE, 'main.ts'));
  for (const program of APART) await build(path.join(ROOT, program));
  // A thread that is found while another is built joins the set, and is built in turn.
  for (const thread of threads) await build(thread);
  const pages = await buildDashboard(path.join(UNFINISHED, 'dashboard'));
  return pages === null ? null : [...output, ...pages];
}

/** The project's own files, from its root, each with a mark of its state. */
function inputsOf(output: Output): [file: string, mtimeMs: number, bytes: number, sha256: string][] {
  const files = new Set([
    import.meta.filename,
    ...['package.json', 'service/assize.js', ...TEXTS].map((file) => path.join(ROOT, file)),
    ...output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : part.originalFileNames)),
    ...globSync(`${FONTS}/*`, { cwd: SERVICE }).map((file) => path.join(SERVICE, file)),
    ...globSync(CATALOGUES, { cwd: ROOT }).map((file) => path.join(ROOT, file)),
    ...globSync('**/*.yaml', DATA_FILES).map((file) => path.join(DATA_FILES.cwd, file)),
  ]);
  return [...files]
    .filter((file) => path.isAbsolute(file) && !file.includes('node_modules'))
    .map((file) => {
      const { mtimeMs, size } = statSync(file);
      const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
      return [path.relative(ROOT, file), mtimeMs, size, sha256];
    });
}

const LICENSE_FILE = /^(?:licen[cs]e|notice|copying)/i;

interface Library {
  name: string;
  version: string;
  license: string;
  folder: string;
}

/** @param others folders of further libraries. */
function librariesIn(output: Output, others: readonly string[]): Library[] {
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  const folders = modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []);
  return [...new Set([...folders, ...others])].sort().map((folder) => {
    const manifest = parseJson(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const { name = '', version = '', license = 'see below' } = manifest as Record<string, string>;
    return { name, version, license, folder };
  });
}

/** Each bundled library, with its license unchanged. */
function noticesOf(libraries: readonly Library[]): string {
  const notices = libraries.map(({ name, version, license, folder }) => {
    const texts = globSync('*', { cwd: folder })
      .filter((file) => LICENSE_FILE.test(file))
      .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
    return [`${name} ${version}: ${license}`, ...texts].join('\n\n');
  });
  const first =
    'Assize contains these libraries, each under its own license. Its fonts have theirs in fonts/.';
  return `${[first, ...notices].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Its manifest installs nothing but Node, and runs no script while it is installed. */
function publishedManifest(): string {
  const { version, description, license, type, engines, optionalDependencies } = rootPackage;
  const files = ['*', '!inputs.json', '!libraries.json', '!compiled', '!guide/made-from.json'];
  const bin = { assize: './assize.js' };
  const manifest = { name: 'assize', version, description, license, type, bin, files, engines };
  return `${JSON.stringify({ ...manifest, optionalDependencies }, null, 2)}\n`;
}

const made = await bundle();
if (made === null) {
  rmSync(DIST, { recursive: true, force: true });
  printErrorLines(['Without its development dependencies Assize is not built, and runs from its sources.']);
} else {
  const copy = (from: string, to: string) => cpSync(from, path.join(UNFINISHED, to), { recursive: true });
  for (const name of TEXTS) copy(path.join(ROOT, name), name);
  copy(path.join(SERVICE, 'assize.js'), 'assize.js');
  copy(path.join(SERVICE, FONTS), 'fonts');
  for (const file of globSync(CATALOGUES, { cwd: ROOT })) copy(path.join(ROOT, file), file);
  copy(path.join(ROOT, SWAGGER_UI, 'static'), 'swagger-ui/static');
  copy(path.join(ROOT, GRAMMAR), path.basename(GRAMMAR));
  writeFileSync(path.join(UNFINISHED, 'package.json'), publishedManifest());
  const inGuide = (await buildGuide(path.join(UNFINISHED, 'guide'), path.join(DIST, 'guide'))) ?? [];
  const libraries = librariesIn(
    made,
    inGuide.map((folder) => path.join(ROOT, folder)),
  );
  writeFileSync(path.join(UNFINISHED, 'THIRD-PARTY-NOTICES.txt'), noticesOf(libraries));
  // For the bill of materials (release/bom.ts).
  const listed = libraries.map(({ name, version, license }) => ({ name, version, license }));
  writeFileSync(path.join(UNFINISHED, 'libraries.json'), JSON.stringify(listed));
  writeFileSync(path.join(UNFINISHED, 'inputs.json'), JSON.stringify(inputsOf(made)));
  rmSync(DIST, { recursive: true, force: true });
  renameSync(UNFINISHED, DIST);
}
