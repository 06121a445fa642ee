// What in a document has members with names.

/** Whether a value is an object and no list. A document is other people's: where one is asked for, anything may stand. */
export function isRecord<T>(value: T): value is T & Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
