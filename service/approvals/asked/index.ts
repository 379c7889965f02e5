export { listAsked } from './mine.ts';
export { askedOf } from './route.ts';
export { type RouteShown, routesShown, type Viewer } from './shown.ts';
export { capacityIn } from './standing.ts';
