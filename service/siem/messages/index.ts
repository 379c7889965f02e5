export { type Fact, summaryOf, summaryOfEvent } from './fact.ts';
export { messageOf, RENDERING_VERSION, type Rendering, readRendering, renderingText } from './rendering.ts';
export { octetCounted } from './syslog.ts';
