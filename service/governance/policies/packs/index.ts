export { findPack, type PolicyPack, policyPacks } from './packs.ts';
