export { ATTENTION_KINDS, needsAttention } from './attention.ts';
