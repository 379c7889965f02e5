export { forgetNotifications, forgetNotificationsChore } from './forgetting.ts';
export { HABITS, habitsIn, readHabits } from './habits.ts';
export { type Habits, type Quiet, remindersOf, type Telling, whenToTell } from './when.ts';
export {
  DEFAULT_WISHES,
  faultsOfQuiet,
  setWishes,
  type Wishes,
  wishesOf,
  wishesOfMember,
} from './wishes.ts';
