export { type Standing, type Standings, standingsOver } from './standing.ts';
