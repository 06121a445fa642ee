// References that are nothing else: schemas that say of a value what another one says.

import { referenceIn } from '../references.ts';
import type { Dialect } from './ajv/dialect.ts';

/** What may stand beside a reference and says nothing of what fits. */
const NOTES = new Set(['$ref', '$comment', 'title', 'summary', 'description', 'deprecated', 'example', 'examples']);

/** Whether a schema refers to another one and adds nothing to it. In OpenAPI 3.0, what stands beside a reference is ignored. */
export function isBare(schema: unknown, dialect: Dialect | undefined): boolean {
  if (referenceIn(schema) === undefined) return false;
  return (
    dialect === 'openapi-3.0' || Object.keys(schema as object).every((key) => NOTES.has(key) || key.startsWith('x-'))
  );
}

/**
 * Where references end that are nothing else, one after the other: a value is held against what stands there. Each is followed once.
 *
 * @param next - where the schema at a place leads, if it is such a reference
 */
export function createBareEnds(next: (pointer: string) => string | undefined): (pointer: string) => string {
  const ends = new Map<string, string>();
  return (pointer) => {
    const passed: string[] = [];
    let end = pointer;
    for (let at: string | undefined = pointer; at !== undefined; at = next(at)) {
      end = ends.get(at) ?? at;
      if (ends.has(at)) break;
      // Those in a circle end where they are met again.
      ends.set(at, at);
      passed.push(at);
    }
    for (const one of passed) ends.set(one, end);
    return end;
  };
}
