/**
 * Tests that `npm test` leaves to CI: releases are built and run, documentation is followed, and whole machines fail.
 * A change seldom breaks only these, and they take a sixth of the time. `.ci/run` requires all tests, and `npm test`
 * with part of a file's name runs that file.
 */

export const LEFT_TO_CI: readonly string[] = [
  'client-python/python.test.ts',
  'gateway/conformance.test.ts',
  'tests/container.test.ts',
  'tests/docs-commands.test.ts',
  'tests/failover.test.ts',
  'tests/package.test.ts',
  'tests/recipes.test.ts',
  'tests/release-rehearsal.test.ts',
  'tests/release.test.ts',
  'tests/rolling-upgrade.test.ts',
  'tests/upgrade.test.ts',
];
