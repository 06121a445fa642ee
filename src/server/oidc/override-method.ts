// Replaces methods of oidc-provider where no setting exists.

/** The version that every override was tried with. Its test fails with another one: then the methods behind them are to be read again. */
export const TRIED_WITH = '9.13.3';

/**
 * Replaces a method of a class of a provider. Each provider has its own classes, so no other one is affected.
 *
 * @param make - creates the method from the previous one
 * @throws Error if the library no longer has such a method
 */
export function overrideMethod<T extends object, Name extends keyof T>(
  prototype: T,
  name: Name,
  make: (before: T[Name]) => T[Name],
): void {
  const before = prototype[name];
  if (typeof before !== 'function') throw new Error(`oidc-provider no longer has the method ${String(name)}`);
  prototype[name] = make(before);
}

/** Replaces a getter of a class of a provider. @throws Error if the library no longer has such a getter */
export function overrideGetter<T extends object>(prototype: T, name: string, get: (this: T) => unknown): void {
  if (!Object.getOwnPropertyDescriptor(prototype, name)?.get)
    throw new Error(`oidc-provider no longer has the getter ${name}`);
  Object.defineProperty(prototype, name, { configurable: true, get });
}
