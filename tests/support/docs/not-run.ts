/** Commands in the documentation that no test runs, each with the reason. */
export const NOT_RUN: Record<string, string> = {
  'git clone <this repository> assize && cd assize': 'the reader knows where they have it from',
  'npm ci && npm test': 'runs the tests, this one among them',
  'npm pack ./service/dist': 'package.test.ts packs and installs it',
  'npm install assize-0.1.0.tgz': 'package.test.ts packs and installs it',
  'npx assize hook install claude-code': 'install.test.ts does; it changes what stands in your home',
  'npx assize hook uninstall claude-code': 'install.test.ts does; it changes what stands in your home',
};
