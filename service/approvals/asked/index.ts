export { listAsked } from './mine.ts';
export { askedOf } from './route.ts';
export { type RouteShown, routesShown } from './shown.ts';
export { capacityIn } from './standing.ts';
