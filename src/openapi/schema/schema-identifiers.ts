// Reference targets of schemas: pointers, `$id`, `$anchor`, `$dynamicAnchor` (JSON Schema 2020-12, section 8.2).

import { isRecord } from '../../schema/is-record.ts';
import { childPointer, pointerInFragment } from '../../schema/json-pointer.ts';
import type { References } from '../references.ts';
import { type Dialect, parseDialect, subschemasOf } from './ajv/dialect.ts';

/** A part of a document with its own base URI; at least the document itself. */
export interface SchemaResource {
  readonly pointer: string;
  /** Undefined for an unsupported dialect. */
  readonly dialect: Dialect | undefined;
  /** The pointer of the `$schema` or `jsonSchemaDialect` that sets the dialect. */
  readonly dialectAt: string;
  /** Pointers of its dynamic anchors by name; `''` is the recursive one of 2019-09. */
  readonly dynamicAnchors: ReadonlyMap<string, string>;
}

export interface SchemaIdentifiers {
  /** The innermost resource that contains a pointer. */
  resourceAt(pointer: string): SchemaResource;
  /** Whether a schema is a resource. */
  isResource(schema: object): boolean;
  /** The pointer of a reference's target; undefined if it is unresolved. */
  target(reference: string, pointer: string): string | undefined;
}

/** The base URI of the document. It is never fetched. */
const DOCUMENT_URI = 'http://document.invalid/';

/** The pointer of the document's dialect. */
const DIALECT_POINTER = '/jsonSchemaDialect';

/** Keywords that define an identifier or a dialect. */
const IDENTIFIER_KEYWORDS = ['$id', '$schema', '$anchor', '$dynamicAnchor', '$recursiveAnchor'];

export function createSchemaIdentifiers(references: References, version: string): SchemaIdentifiers {
  if (version.startsWith('3.0')) return byPointerOnly(references, 'openapi-3.0');
  const { jsonSchemaDialect } = references.root as { readonly jsonSchemaDialect?: unknown };
  const dialect = jsonSchemaDialect === undefined ? '2020-12' : parseDialect(jsonSchemaDialect);
  return hasIdentifiers(references.root) ? byName(references, dialect) : byPointerOnly(references, dialect);
}

function byPointerOnly(references: References, dialect: Dialect | undefined): SchemaIdentifiers {
  const document: SchemaResource = { pointer: '', dialect, dialectAt: DIALECT_POINTER, dynamicAnchors: new Map() };
  const known = new Map<string, string | undefined>();
  return {
    resourceAt: () => document,
    isResource: () => false,
    target(reference) {
      if (!known.has(reference)) known.set(reference, existingPointer(references, pointerInFragment(reference)));
      return known.get(reference);
    },
  };
}

/** A pointer if a value exists there that is not a circular reference. */
function existingPointer(references: References, pointer: string | undefined): string | undefined {
  return pointer !== undefined && references.resolveAt(pointer) !== undefined ? pointer : undefined;
}

/** Whether a document contains identifiers or `$schema`. */
export function hasIdentifiers(root: object): boolean {
  const stack: object[] = [root];
  for (let next = stack.pop(); next; next = stack.pop()) {
    for (const value of Object.values(next)) if (typeof value === 'object' && value !== null) stack.push(value);
    if (IDENTIFIER_KEYWORDS.some((word) => Object.hasOwn(next, word))) return true;
  }
  return false;
}

interface IndexedResource extends SchemaResource {
  readonly uri: string;
  readonly dynamicAnchors: Map<string, string>;
}

function byName(references: References, dialect: Dialect | undefined): SchemaIdentifiers {
  const document: IndexedResource = {
    pointer: '',
    dialect,
    dialectAt: DIALECT_POINTER,
    uri: DOCUMENT_URI,
    dynamicAnchors: new Map(),
  };
  const byUri = new Map<string, IndexedResource>([[DOCUMENT_URI, document]]);
  const byPointer = new Map<string, IndexedResource>([['', document]]);
  const anchors = new Map<string, string>();

  const indexSchema = (
    schema: Readonly<Record<string, unknown>>,
    pointer: string,
    parentResource: IndexedResource,
  ): IndexedResource => {
    let resource = parentResource;
    const { $id, $schema, $anchor, $dynamicAnchor, $recursiveAnchor } = schema;
    const uri = typeof $id === 'string' ? resolveUri($id, parentResource.uri) : undefined;
    if (uri !== undefined || $schema !== undefined) {
      const { dialect: own, dialectAt } =
        $schema === undefined
          ? parentResource
          : { dialect: parseDialect($schema), dialectAt: childPointer(pointer, '$schema') };
      resource = { pointer, dialect: own, dialectAt, uri: uri ?? parentResource.uri, dynamicAnchors: new Map() };
      byPointer.set(pointer, resource);
      if (uri !== undefined && !byUri.has(uri)) byUri.set(uri, resource);
    }
    for (const anchor of [$anchor, $dynamicAnchor])
      if (typeof anchor === 'string' && !anchors.has(`${resource.uri}#${anchor}`))
        anchors.set(`${resource.uri}#${anchor}`, pointer);
    if (typeof $dynamicAnchor === 'string' && !resource.dynamicAnchors.has($dynamicAnchor))
      resource.dynamicAnchors.set($dynamicAnchor, pointer);
    if ($recursiveAnchor === true) resource.dynamicAnchors.set('', pointer);
    return resource;
  };

  // Iterative, because documents may be deeply nested.
  const stack: {
    readonly value: unknown;
    readonly pointer: string;
    readonly around: IndexedResource;
    readonly as: NodeKind;
  }[] = [];
  stack.push({ value: references.root, pointer: '', around: document, as: 'part' });
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, pointer, as } = next;
    if (typeof value !== 'object' || value === null) continue;
    const parentResource = as === 'schema' && isRecord(value) ? indexSchema(value, pointer, next.around) : next.around;
    if (as === 'schema') {
      for (const [inner, ...steps] of subschemasOf(value, parentResource.dialect ?? '2020-12'))
        stack.push({ value: inner, pointer: childPointer(pointer, ...steps), around: parentResource, as });
      continue;
    }
    for (const [key, inner] of Object.entries(value)) {
      if (as === 'part' && (VALUE_KEYS.has(key) || key.startsWith('x-'))) continue;
      stack.push({
        value: inner,
        pointer: childPointer(pointer, key),
        around: parentResource,
        as: as === 'schemas' ? 'schema' : (SCHEMA_KEYS[key] ?? 'part'),
      });
    }
  }

  const resourceAt = (pointer: string): IndexedResource => {
    for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const found = byPointer.get(at);
      if (found) return found;
    }
    return document;
  };
  return {
    resourceAt,
    isResource: ({ $id, $schema }: { $id?: unknown; $schema?: unknown }) =>
      typeof $id === 'string' || $schema !== undefined,
    target(reference, pointer) {
      const uri = resolveUri(reference, resourceAt(pointer).uri);
      if (uri === undefined) return undefined;
      const [address = '', fragment = ''] = uri.split('#', 2);
      if (fragment !== '' && !fragment.startsWith('/')) return anchors.get(`${address}#${decodeFragment(fragment)}`);
      const resource = byUri.get(address);
      const below = pointerInFragment(`#${fragment}`) ?? '';
      // Anything that is not a schema URI is a pointer into the document.
      return resource && references.rawAt(resource.pointer + below) ? resource.pointer + below : undefined;
    },
  };
}

/** The type of a value during the search for identifiers. */
type NodeKind = 'part' | 'schema' | 'schemas';

/** Keys with schemas below. */
const SCHEMA_KEYS: Readonly<Record<string, NodeKind>> = Object.assign(Object.create(null), {
  schema: 'schema',
  schemas: 'schemas',
});
/** Keys with user values below. */
const VALUE_KEYS = new Set(['example', 'examples']);

function resolveUri(reference: string, base: string): string | undefined {
  try {
    // A URI with an empty fragment equals the one without it.
    return new URL(reference, base).href.replace(/#$/, '');
  } catch {
    return undefined;
  }
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
