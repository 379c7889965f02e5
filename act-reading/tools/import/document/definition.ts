/**
 * A tool as another program's document describes it, before anything is proposed for it. Each format is converted
 * into this form; what can't be converted is a fault with its place.
 */
import type { JsonObject } from '@assize/evidence-format';

export const FORMATS = ['mcp', 'openai', 'functions', 'openapi'] as const;
/** `functions` is the form of AI SDKs and other programs: name, description and a schema, as a list or by name. */
export type ImportFormat = (typeof FORMATS)[number];

export const MAX_TOOLS = 10_000;

/** Claims of the tool's author, as in MCP's annotations. */
export interface Hints {
  readOnly?: boolean;
  destructive?: boolean;
  openWorld?: boolean;
}

export interface ToolDefinition {
  /** Its place in the document, such as `tools[3]`. */
  place: string;
  name: string;
  title: string;
  description: string;
  /** The JSON Schema of its arguments. */
  schema: JsonObject;
  /** The JSON Schema of its results, if it has one. */
  output?: JsonObject;
  hints: Hints;
  /** Set for an operation over HTTP. */
  http?: { method: string; path: string };
}

export interface ImportFault {
  /** Its place in the document, such as `tools[3].inputSchema`; empty for the whole document. */
  place: string;
  message: string;
}

export type Read = { definition: ToolDefinition } | { fault: ImportFault };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object's own member, and nothing that it inherits. */
export function memberOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : '';
}
