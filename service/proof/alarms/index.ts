export { ALARM_ACTIONS, type Alarm, type AlarmDeps, type Finding, acknowledgeAlarms, alarmsRaisedIn, openAlarms, raiseAlarm } from './alarms.ts';
export { damageWarnings } from './damage.ts';
