export { type Standing, type Standings, standingsOver } from './active.ts';
