// What is the same for a thing wherever it is spoken of.

import type { Role } from '../mock/resources/resource.ts';
import { type Values, valuesByKey } from './cases/known-values.ts';

/** @param path - the values of a path that says below what it is */
export function nameOf({ resource, parents }: Role, path: Values, id: unknown): string {
  return JSON.stringify([resource.name, Object.values(valuesByKey(parents, path)).map(String), String(id)]);
}
