// References without siblings that matter for validation.

import { referenceIn } from '../references.ts';
import type { Dialect } from './ajv/dialect.ts';

/** Siblings of a reference that do not constrain values. */
const ANNOTATIONS = new Set([
  '$ref',
  '$comment',
  'title',
  'summary',
  'description',
  'deprecated',
  'example',
  'examples',
]);

/** Whether a schema is only a reference. OpenAPI 3.0 ignores siblings. */
export function isBareReference(schema: unknown, dialect: Dialect | undefined): boolean {
  if (referenceIn(schema) === undefined) return false;
  return (
    dialect === 'openapi-3.0' ||
    Object.keys(schema as object).every((key) => ANNOTATIONS.has(key) || key.startsWith('x-'))
  );
}

/**
 * Resolves chains of bare references to their last target. Each is followed once.
 *
 * @param next - the target of the schema at a pointer, if it is a bare reference
 */
export function createBareReferenceResolver(
  next: (pointer: string) => string | undefined,
): (pointer: string) => string {
  const ends = new Map<string, string>();
  return (pointer) => {
    const visited: string[] = [];
    let end = pointer;
    for (let at: string | undefined = pointer; at !== undefined; at = next(at)) {
      end = ends.get(at) ?? at;
      if (ends.has(at)) break;
      // A cycle ends where it started.
      ends.set(at, at);
      visited.push(at);
    }
    for (const one of visited) ends.set(one, end);
    return end;
  };
}
