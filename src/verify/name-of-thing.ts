// The identity of an item across operations.

import type { ResourceAction } from '../mock/resources/resource.ts';
import { type PathValues, valuesByKey } from './cases/known-values.ts';

/** Returns a text that is equal for the same item. @param path - path values of its parents */
export function getItemKey({ resource, parents }: ResourceAction, path: PathValues, id: unknown): string {
  return JSON.stringify([resource.name, Object.values(valuesByKey(parents, path)).map(String), String(id)]);
}
