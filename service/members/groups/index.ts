export { askerOf, groupsAskedAt, membersAsked } from './asked.ts';
export { GROUP_PREFIX, type Group, groupsOf } from './group.ts';
export { type Capacity, capacityOf, mayDecide, type People, peopleOf } from './people.ts';
