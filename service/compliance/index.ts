export type { Listeners } from './check.ts';
export { type ComplianceDeps, checkCompliance, findCheck, type RecordedCheck } from './check-compliance.ts';
export { CHECK_IDS, CHECKS } from './checks/index.ts';
export { describeFramework, listFrameworks } from './describe.ts';
export { type Control, FRAMEWORK_IDS, type Framework, type FrameworkId } from './framework.ts';
export { FRAMEWORKS } from './frameworks/index.ts';
export { type ComplianceRecord, readRecord, statusOfCheck } from './record.ts';
export { ReportPrinter } from './report/printer.ts';
export { RESULTS, type Result, resultOf } from './result.ts';
