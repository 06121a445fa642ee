// What oidc-provider does another way here than by itself, where none of its settings says so.

/** The version that every override was tried with. Its test fails with another one: then the methods behind them are to be read again. */
export const TRIED_WITH = '9.13.3';

/**
 * Replaces a method of one of the classes of a provider. Each provider has classes of its own, so no other one is touched.
 *
 * @param make - the method, made from the one before
 * @throws Error if the library has no such method any more
 */
export function override<T extends object, Name extends keyof T>(
  prototype: T,
  name: Name,
  make: (before: T[Name]) => T[Name],
): void {
  const before = prototype[name];
  if (typeof before !== 'function') throw new Error(`oidc-provider no longer has the method ${String(name)}`);
  prototype[name] = make(before);
}

/**
 * Replaces what is read from the objects of one of the classes of a provider.
 *
 * @throws Error if the library reads no such thing any more
 */
export function overrideGetter<T extends object>(prototype: T, name: string, get: (this: T) => unknown): void {
  if (!Object.getOwnPropertyDescriptor(prototype, name)?.get)
    throw new Error(`oidc-provider no longer has the getter ${name}`);
  Object.defineProperty(prototype, name, { configurable: true, get });
}
