/** The frameworks as the API lists them, with the checks that answer each control. */
import { Failure } from '../foundation/failure.ts';
import { FRAMEWORK_IDS, type FrameworkId } from './framework.ts';
import { FRAMEWORKS } from './frameworks/index.ts';
import { checksOf, describe } from './record.ts';

export function listFrameworks() {
  return FRAMEWORK_IDS.map((name) => {
    const { id, edition, source, scope, controls, ...framework } = FRAMEWORKS[name];
    return { id, name: framework.name, edition, source, scope, controls: controls.length };
  });
}

/** @throws {Failure} `not_found` */
export function describeFramework(name: string) {
  const framework = FRAMEWORKS[requireFramework(name)];
  return {
    ...framework,
    controls: framework.controls.map((control) => ({ ...control, checks: [...control.checks] })),
    checks: checksOf(framework).map(describe),
  };
}

/** @throws {Failure} `not_found` */
function requireFramework(name: string): FrameworkId {
  const found = FRAMEWORK_IDS.find((id) => id === name);
  if (found === undefined) throw new Failure('not_found', 'There is no such framework.');
  return found;
}
