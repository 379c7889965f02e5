export { whyNot } from './refusals.ts';
export { askedOf } from './route.ts';
export { type Shown, standingsShown, type Viewer, whyNone } from './shown.ts';
export { capacityIn, type StandingDeps, standingsOf } from './standing.ts';
