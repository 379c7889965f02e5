/** What a JSON document can hold. The service accepts nothing else and records nothing else. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };
