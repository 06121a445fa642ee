// Objects without inherited properties, for user-chosen names.

/**
 * Inherits nothing. V8 stores class instances compactly; `Object.create(null)` creates a hash table several times as
 * large.
 */
class EmptyObject {}
Object.setPrototypeOf(EmptyObject.prototype, null);
Reflect.deleteProperty(EmptyObject.prototype, 'constructor');

/** Creates an object without inherited properties: `constructor` and `__proto__` are ordinary names. */
export function emptyObject<T>(): Record<string, T> {
  return new EmptyObject() as Record<string, T>;
}
