export { askedOf } from './route.ts';
