/** VitePress looks for its settings here. */
export { config as default } from '../config.ts';
