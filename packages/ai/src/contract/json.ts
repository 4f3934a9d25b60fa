/** Values that survive a round trip through JSON text. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export type JsonObject = { [key: string]: JsonValue };
