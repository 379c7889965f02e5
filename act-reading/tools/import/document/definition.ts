/**
 * A tool as a document of another program describes it, before anything is proposed for it. Each format is brought into
 * this form; what can't be is a fault with its place.
 */
import type { JsonObject } from '@assize/evidence-format';

export const FORMATS = ['mcp', 'openai', 'functions', 'openapi'] as const;
/** `functions` is what AI SDKs and other programs write: name, description and a schema, as a list or by name. */
export type ImportFormat = (typeof FORMATS)[number];

export const MAX_TOOLS = 10_000;

/** What the tool's author says of it; MCP's annotations. */
export interface Hints {
  readOnly?: boolean;
  destructive?: boolean;
  openWorld?: boolean;
}

export interface ToolDefinition {
  /** Where it stands in the document, such as `tools[3]`. */
  place: string;
  name: string;
  title: string;
  description: string;
  /** JSON Schema of the arguments. */
  schema: JsonObject;
  hints: Hints;
  /** Of an operation over HTTP. */
  http?: { method: string; path: string };
}

export interface ImportFault {
  /** Where in the document, such as `tools[3].inputSchema`; empty for the document as a whole. */
  place: string;
  message: string;
}

export type Read = { definition: ToolDefinition } | { fault: ImportFault };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member itself, and nothing that an object inherits. */
export function memberOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : '';
}
