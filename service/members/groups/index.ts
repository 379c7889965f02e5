export { askerIn, groupsAskedAt, membersAsked } from './asked.ts';
export { changeGroup, createGroup, deleteGroup, GROUP_ACTIONS } from './change.ts';
export {
  findGroup,
  type Group,
  groupStated,
  groupsOf,
  MAX_GROUP_MEMBERS,
  MAX_GROUPS,
} from './group.ts';
export { type Capacity, capacityOf, mayDecide, type People, peopleOf, roleIn } from './people.ts';
export { type StandIn, standInStated, standInsOf } from './stand-in.ts';
export { type Away, awayOf, STAND_IN, setStandIn } from './stand-in-change.ts';
