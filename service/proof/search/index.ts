export { type Contents, hasContents, searchByContents } from './by-contents.ts';
