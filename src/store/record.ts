// The records of a store, in named collections.

/** Anything with an identity. Records never change; a change puts a new record in the place of the old one. */
export interface Identified {
  readonly id: string;
}

/** Collections by name, each with the shape of its records: `{ projects: Project; apps: App }`. */
export type RecordTypes<C> = { readonly [Name in keyof C]: Identified };

/** All records of a store, as in a file: collection name to records in order of creation. */
export type RecordLists = Readonly<Record<string, readonly Identified[]>>;

/**
 * Freezes a record recursively, so that state changes only through changes.
 *
 * @throws TypeError for values that JSON cannot represent
 */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError(`a record cannot contain a ${typeof value}, because it is stored as JSON`);
  }
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
