export { type ComplianceDeps, checkCompliance, findCheck, type RecordedCheck } from './check-compliance.ts';
export { CHECK_IDS, CHECKS } from './checks/index.ts';
export {
  describeFramework,
  FRAMEWORK_IDS,
  FRAMEWORKS,
  type FrameworkId,
  listFrameworks,
} from './frameworks/index.ts';
export { readRecord, statusOfCheck } from './record.ts';
export { ReportPrinter } from './report/printer.ts';
export { RESULTS, resultOf } from './result.ts';
export { type ComplianceRoom, startCompliance } from './start.ts';
