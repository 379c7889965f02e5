export { findReady, type ReadyCatalogue, readyCatalogue, readyCatalogueNames } from './ready.ts';
