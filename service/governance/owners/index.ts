export { isOwnerStated, OWNER_SET, type OwnerRow, ownerRows, putOwner } from './owner.ts';
