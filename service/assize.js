#!/usr/bin/env -S node --max-semi-space-size=8
/**
 * Starts `main.ts`, with what Node compiles and strips of types kept beside the installation: a start then takes half
 * the time, and each thread is spared the 20 MB of the stripper. Where nothing may be written there, it starts all
 * the same. Plain JavaScript, because a file that had to be stripped itself would load the stripper after all.
 */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '../node_modules/.cache/assize');
enableCompileCache(process.env.NODE_COMPILE_CACHE ?? folder);
// Threads look for the folder in the environment only.
process.env.NODE_COMPILE_CACHE ??= folder;
await import('./main.ts');
