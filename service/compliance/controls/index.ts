export { type OwnedControl, type OwnerDeps, ownersOf, setOwner, titleOf } from './owner.ts';
