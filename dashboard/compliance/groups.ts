/** The controls of a framework in its own parts, so that each part has a bar. */
import type { ComplianceCheck } from '../../client/api.ts';
import { RESULT_NAMES, type Result } from './results.ts';

type Control = ComplianceCheck['controls'][number];

export interface ControlGroup {
  name: string;
  controls: Control[];
}

/** A pattern of control ids, and the part of the framework that they belong to. The first that matches counts. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^Article [1-5]\b/, 'General rules and prohibited practices'],
  [/^Article (?:8|9|1[0-5])\b/, 'Requirements for high-risk systems'],
  [/^Article (?:1[6-9]|2[0-7])\b/, 'Duties of providers and deployers'],
  [/^Article 50\b/, 'Transparency'],
  [/^Article 7[2-4]\b/, 'After a system is on the market'],
  [/^Article 8[5-7]\b/, 'Rights of the people concerned'],
  [/^Clause /, 'Management system (clauses)'],
  [/^A\./, 'Controls (Annex A)'],
  [/^GOVERN /, 'Govern'],
  [/^MAP /, 'Map'],
  [/^MEASURE /, 'Measure'],
  [/^MANAGE /, 'Manage'],
  [/^ASI/, 'Top ten for agentic applications'],
  [/^T\d/, 'Threats and mitigations'],
  [/^CC1\./, 'Control environment'],
  [/^CC2\./, 'Communication and information'],
  [/^CC3\./, 'Risk assessment'],
  [/^CC4\./, 'Monitoring'],
  [/^CC5\./, 'Control activities'],
  [/^CC6\./, 'Access'],
  [/^CC7\./, 'Operations'],
  [/^CC8\./, 'Change management'],
  [/^CC9\./, 'Risk mitigation'],
];
const OTHERS = 'Other controls';

/** In the order of the framework; a part without controls is left out. */
export function groupsOf(controls: readonly Control[]): ControlGroup[] {
  const byName = Map.groupBy(
    controls,
    ({ id }) => PARTS.find(([pattern]) => pattern.test(id))?.[1] ?? OTHERS,
  );
  return [...byName].map(([name, inPart]) => ({ name, controls: inPart }));
}

export function summaryOf(controls: readonly Pick<Control, 'result'>[]): Record<Result, number> {
  const counts = RESULT_NAMES.map((name) => [name, controls.filter(({ result }) => result === name).length]);
  return Object.fromEntries(counts) as Record<Result, number>;
}
