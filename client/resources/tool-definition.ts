/** A tool in the form in which the catalogue imports it. */
export interface ToolDefinition {
  name: string;
  description?: string;
  /** JSON Schema. */
  inputSchema?: object;
}
