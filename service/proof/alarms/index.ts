export {
  ALARM_ACTIONS,
  type Alarm,
  type AlarmDeps,
  acknowledgeAlarms,
  alarmsRaisedIn,
  type Finding,
  openAlarms,
  raiseAlarm,
} from './alarms.ts';
