// Type guard for objects of a document.

/** Whether a value is an object and not a list. Documents are untrusted: any value may occur anywhere. */
export function isRecord<T>(value: T): value is T & Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
