// Traversal of the parts of a document, apart from user values, which contain no references.

import { childPointer } from '../../schema/json-pointer.ts';

/** Maximum nesting. Of 2,639 published documents the deepest has 33 levels. */
const MAX_DEPTH = 500;

/** Keys with user values below. */
const VALUE_KEYS = new Set(['example', 'default', 'enum', 'const', 'dataValue', 'serializedValue']);
/** Keys with user-chosen names below. */
const NAMED_KEYS = new Set([
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
/** Of these, objects of the specification with `x-` extensions; elsewhere `x-` is part of a name. */
const EXTENSIBLE_KEYS = new Set(['paths', 'responses']);

/** A part during traversal. */
export interface VisitedPart {
  readonly part: object;
  /** Nesting depth; 0 for the document. */
  readonly depth: number;
  /** JSON Pointer (RFC 6901) from the root. */
  pointer(): string;
  /** The parent, and the key in it; undefined for the document. */
  readonly parent: VisitedPart | undefined;
  readonly key: string | number;
}

/** Callbacks of a traversal. */
interface PartVisitor {
  /** Called for an object or list of the document. */
  part?(visited: VisitedPart): void;
  /** Called for a user value. */
  value?(holder: VisitedPart, key: string | number, value: object): void;
}

/**
 * Visits the parts of a document, or of a file that it references.
 *
 * @throws Error if it is nested too deeply
 */
export function visitDocumentParts(root: object, visitor: PartVisitor): void {
  /** The stack; `names` is set where keys were chosen by users. No recursion, for speed. */
  const stack: { readonly visited: VisitedPart; readonly names: string | undefined }[] = [
    { visited: { part: root, depth: 0, pointer: () => '', parent: undefined, key: '' }, names: undefined },
  ];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { visited, names } = next;
    const { part, depth } = visited;
    if (depth > MAX_DEPTH)
      throw new Error(`it is nested more than ${MAX_DEPTH} levels deep, at ${visited.pointer().slice(0, 200)}…`);
    visitor.part?.(visited);
    const isList = Array.isArray(part);
    const keys: readonly (string | number)[] = Object.keys(part);
    for (let index = keys.length - 1; index >= 0; index -= 1) {
      const key = keys[index] as string;
      const value = (part as Readonly<Record<string, unknown>>)[key];
      if (typeof value !== 'object' || value === null) continue;
      if (!isList && isUserValue(key, value, names)) visitor.value?.(visited, key, value);
      else {
        const below = {
          part: value,
          depth: depth + 1,
          pointer: () => childPointer(visited.pointer(), key),
          parent: visited,
          key,
        };
        stack.push({
          visited: below,
          names: !isList && names === undefined && hasUserChosenKeys(key, value) ? key : undefined,
        });
      }
    }
  }
}

/**
 * Whether a value belongs to the user and has no meaning in OpenAPI.
 *
 * @param names - the key of the parent, if it has user-chosen names
 */
function isUserValue(key: string, value: object, names: string | undefined): boolean {
  // In Swagger 2.0 the key of an example is its media type.
  if (names === 'examples') return key.includes('/') && !('value' in value);
  if (names !== undefined) return EXTENSIBLE_KEYS.has(names) && key.startsWith('x-');
  if (key === 'examples') return Array.isArray(value);
  // Example Objects have their value here (OpenAPI 3.1.1, section 4.8.19); nothing else has this key.
  return VALUE_KEYS.has(key) || key === 'value' || key.startsWith('x-');
}

/** Whether the keys of a part were chosen by users. */
function hasUserChosenKeys(key: string, value: object): boolean {
  return !Array.isArray(value) && (NAMED_KEYS.has(key) || key === 'examples');
}

/** Whether the key of a part was chosen by the user, as that of a property or a component. */
export function isUserChosenKey({ parent }: VisitedPart): boolean {
  return (
    parent !== undefined && NAMED_KEYS.has(`${parent.key}`) && !Array.isArray(parent.part) && !isUserChosenKey(parent)
  );
}
