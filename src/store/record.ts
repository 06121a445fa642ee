// What a store holds: records in named collections.

/** Anything with an identity. Records never change; a change puts a new record in the place of the old one. */
export interface Identified {
  readonly id: string;
}

/** Collections by name, each with the shape of its records: `{ projects: Project; apps: App }`. */
export type Collections<C> = { readonly [Name in keyof C]: Identified };

/** All records of a store, as they stand in a file: collection name to records in order of creation. */
export type RecordLists = Readonly<Record<string, readonly Identified[]>>;

/**
 * Freezes a record with everything in it, so that nobody can change state except through a change.
 *
 * @throws TypeError if there is something in it that JSON cannot keep
 */
export function frozen<T>(value: T): T {
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError(`a record cannot contain a ${typeof value}, because it is stored as JSON`);
  }
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
