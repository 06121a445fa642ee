// Objects for members whose names somebody else chose.

/** Inherits nothing. V8 keeps an object of a class as compact as its members are; `Object.create(null)` makes a table of hashes, several times as large. */
class EmptyObject {}
Object.setPrototypeOf(EmptyObject.prototype, null);
Reflect.deleteProperty(EmptyObject.prototype, 'constructor');

/** An object in which nothing is found but what is put into it: `constructor` and `__proto__` are names like any other. */
export function emptyObject<T>(): Record<string, T> {
  return new EmptyObject() as Record<string, T>;
}
