export {
  changeIncident,
  closeIncident,
  type IncidentDeps,
  type IncidentPlace,
  openIncident,
  reopenIncident,
} from './change.ts';
export { HARMS } from './deadline.ts';
export {
  emptyIncident,
  findIncident,
  INCIDENT_CHANGES,
  INCIDENT_STATUSES,
  type IncidentRow,
  incidentsOf,
  LIMITS,
  listsOf,
  REPORT_STATES,
  recordedIncident,
  reportStateOf,
  SEVERITIES,
  STATUS_AFTER,
  type Told,
} from './incident.ts';
export { historyOfIncident, incidentsNoticed, listIncidents, unreportedIncidents } from './list.ts';
export { startIncidents } from './start.ts';
export type { StatedIncident } from './wanted.ts';
