/** Shared by the builds of packages that are published file by file. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes the other files of a package: README, licence, and a manifest for the compiled modules. */
export function writeBeside(sources: string, folder: string): void {
  cpSync(path.join(sources, 'README.md'), path.join(folder, 'README.md'));
  cpSync(path.join(sources, '../LICENSE'), path.join(folder, 'LICENSE'));
  writeFileSync(path.join(folder, 'package.json'), publishedManifest(sources));
}

/** The manifest of the sources is private, because Node refuses to run TypeScript in an installed package. */
function publishedManifest(sources: string): string {
  const written = readFileSync(path.join(sources, 'package.json'), 'utf8').replaceAll('.ts"', '.js"');
  const { private: _private, scripts: _scripts, exports, ...manifest } = JSON.parse(written);
  const compiled = Object.entries<string>(exports).filter(([, file]) => file.endsWith('.js'));
  const withTypes = compiled.map(([name, file]) => [
    name,
    { types: file.replace(/js$/, 'd.ts'), default: file },
  ]);
  const files = ['**/*.js', '**/*.d.ts', '**/*.yaml'];
  const published = { ...manifest, exports: Object.fromEntries(withTypes), files, sideEffects: false };
  return `${JSON.stringify(published, null, 2)}\n`;
}
