// The parts of a document one after the other, with what stands for itself in it: values of users, in which nothing is a reference.

import { child } from '../pointer.ts';

/** How deep the parts of a document may be nested. Of 2,639 published ones the deepest has 33 levels. */
const DEEPEST = 500;

/** Keys below which there are values of users. */
const VALUES = new Set(['example', 'default', 'enum', 'const', 'dataValue', 'serializedValue']);
/** Keys below which parts stand by names that users chose. */
const NAMED = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', 'definitions', '$defs', 'schemas'],
  ...[
    'responses',
    'parameters',
    'requestBodies',
    'headers',
    'securitySchemes',
    'links',
    'callbacks',
    'pathItems',
    'mediaTypes',
  ],
  ...['paths', 'webhooks', 'content', 'encoding', 'securityDefinitions'],
]);
/** Of those, the ones that are objects of the specification and may be extended; elsewhere, `x-` begins a name like any other. */
const EXTENSIBLE = new Set(['paths', 'responses']);

/** A part while it is looked at. */
export interface VisitedPart {
  readonly part: object;
  /** How deep it is nested; 0 for the document. */
  readonly depth: number;
  /** JSON pointer (RFC 6901) from the root. */
  pointer(): string;
  /** What it stands in, and under which key; undefined for the document. */
  readonly holder: VisitedPart | undefined;
  readonly key: string | number;
}

/** What is told of a document while it is gone through. */
export interface PartVisitor {
  /** An object or a list that is part of the document. */
  part?(visited: VisitedPart): void;
  /** A value of a user. */
  value?(holder: VisitedPart, key: string | number, value: object): void;
}

/**
 * Goes through the parts of a document, or of a file that one refers to.
 *
 * @throws Error if it is nested too deep
 */
export function visitParts(root: object, visitor: PartVisitor): void {
  /** What is still to be looked at; of `names`, the keys were chosen by users. No recursion: that would cost more. */
  const open: { readonly visited: VisitedPart; readonly names: string | undefined }[] = [
    { visited: { part: root, depth: 0, pointer: () => '', holder: undefined, key: '' }, names: undefined },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { visited, names } = next;
    const { part, depth } = visited;
    if (depth > DEEPEST)
      throw new Error(`it is nested more than ${DEEPEST} levels deep, at ${visited.pointer().slice(0, 200)}…`);
    visitor.part?.(visited);
    const isList = Array.isArray(part);
    const keys: readonly (string | number)[] = Object.keys(part);
    for (let index = keys.length - 1; index >= 0; index -= 1) {
      const key = keys[index] as string;
      const value = (part as Readonly<Record<string, unknown>>)[key];
      if (typeof value !== 'object' || value === null) continue;
      if (!isList && isOfUser(key, value, names)) visitor.value?.(visited, key, value);
      else {
        const below = {
          part: value,
          depth: depth + 1,
          pointer: () => child(visited.pointer(), key),
          holder: visited,
          key,
        };
        open.push({ visited: below, names: !isList && names === undefined && isNamed(key, value) ? key : undefined });
      }
    }
  }
}

/**
 * Whether a value is a user's own: nothing in it means anything to OpenAPI.
 *
 * @param names - the key of what it stands in, if names that users chose stand there
 */
export function isOfUser(key: string, value: object, names: string | undefined): boolean {
  // In Swagger 2.0 an example stands under its media type.
  if (names === 'examples') return key.includes('/') && !('value' in value);
  if (names !== undefined) return EXTENSIBLE.has(names) && key.startsWith('x-');
  if (key === 'examples') return Array.isArray(value);
  // An example beside its summary has its value here (OpenAPI 3.1.1, section 4.8.19); nothing else is called so.
  return VALUES.has(key) || key === 'value' || key.startsWith('x-');
}

/** Whether names that users chose stand in a part. */
export function isNamed(key: string, value: object): boolean {
  return !Array.isArray(value) && (NAMED.has(key) || key === 'examples');
}
