export { decideByLink, type OpenedLink, openLink, type SignIn } from './decide.ts';
export { issueLink, type LinkDeps } from './links.ts';
