export { decideByLink, type OpenedLink, openLink, type SignIn } from './decide.ts';
export { forgetLinksChore, issueLink, type LinkDeps } from './links.ts';
