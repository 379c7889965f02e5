export { loadReaders } from './load.ts';
export { readContent } from './read.ts';
