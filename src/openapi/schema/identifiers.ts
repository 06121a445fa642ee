// Reference targets of schemas: pointers, `$id`, `$anchor`, `$dynamicAnchor` (JSON Schema 2020-12, section 8.2).

import { isRecord } from '../is-record.ts';
import { child, pointerInFragment } from '../pointer.ts';
import type { References } from '../references.ts';
import { type Dialect, dialectNamed, schemasIn } from './ajv/dialect.ts';

/** A part of a document with its own base URI; at least the document itself. */
export interface Resource {
  readonly pointer: string;
  /** Undefined for an unsupported dialect. */
  readonly dialect: Dialect | undefined;
  /** The pointer of the `$schema` or `jsonSchemaDialect` that sets the dialect. */
  readonly dialectAt: string;
  /** Pointers of its dynamic anchors by name; `''` is the recursive one of 2019-09. */
  readonly dynamicAnchors: ReadonlyMap<string, string>;
}

export interface Identifiers {
  /** The innermost resource that contains a pointer. */
  resourceAt(pointer: string): Resource;
  /** Whether a schema is a resource. */
  isResource(schema: object): boolean;
  /** The pointer of a reference's target; undefined if it is unresolved. */
  target(reference: string, pointer: string): string | undefined;
}

/** The base URI of the document. It is never fetched. */
const DOCUMENT = 'http://document.invalid/';

/** The pointer of the document's dialect. */
const OF_DOCUMENT = '/jsonSchemaDialect';

/** Keywords that define an identifier or a dialect. */
const NAMING = ['$id', '$schema', '$anchor', '$dynamicAnchor', '$recursiveAnchor'];

export function createIdentifiers(references: References, version: string): Identifiers {
  if (version.startsWith('3.0')) return byPointerOnly(references, 'openapi-3.0');
  const { jsonSchemaDialect } = references.root as { readonly jsonSchemaDialect?: unknown };
  const dialect = jsonSchemaDialect === undefined ? '2020-12' : dialectNamed(jsonSchemaDialect);
  return hasNames(references.root) ? byName(references, dialect) : byPointerOnly(references, dialect);
}

function byPointerOnly(references: References, dialect: Dialect | undefined): Identifiers {
  const document: Resource = { pointer: '', dialect, dialectAt: OF_DOCUMENT, dynamicAnchors: new Map() };
  const known = new Map<string, string | undefined>();
  return {
    resourceAt: () => document,
    isResource: () => false,
    target(reference) {
      if (!known.has(reference)) known.set(reference, existing(references, pointerInFragment(reference)));
      return known.get(reference);
    },
  };
}

/** A pointer if a value exists there that is not a circular reference. */
function existing(references: References, pointer: string | undefined): string | undefined {
  return pointer !== undefined && references.at(pointer) !== undefined ? pointer : undefined;
}

/** Whether a document contains identifiers or `$schema`. */
export function hasNames(root: object): boolean {
  const open: object[] = [root];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const value of Object.values(next)) if (typeof value === 'object' && value !== null) open.push(value);
    if (NAMING.some((word) => Object.hasOwn(next, word))) return true;
  }
  return false;
}

interface Found extends Resource {
  readonly uri: string;
  readonly dynamicAnchors: Map<string, string>;
}

function byName(references: References, dialect: Dialect | undefined): Identifiers {
  const document: Found = { pointer: '', dialect, dialectAt: OF_DOCUMENT, uri: DOCUMENT, dynamicAnchors: new Map() };
  const byUri = new Map<string, Found>([[DOCUMENT, document]]);
  const byPointer = new Map<string, Found>([['', document]]);
  const anchors = new Map<string, string>();

  const enter = (schema: Readonly<Record<string, unknown>>, pointer: string, around: Found): Found => {
    let resource = around;
    const { $id, $schema, $anchor, $dynamicAnchor, $recursiveAnchor } = schema;
    const uri = typeof $id === 'string' ? resolved($id, around.uri) : undefined;
    if (uri !== undefined || $schema !== undefined) {
      const { dialect: own, dialectAt } =
        $schema === undefined ? around : { dialect: dialectNamed($schema), dialectAt: child(pointer, '$schema') };
      resource = { pointer, dialect: own, dialectAt, uri: uri ?? around.uri, dynamicAnchors: new Map() };
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
  const open: { readonly value: unknown; readonly pointer: string; readonly around: Found; readonly as: Place }[] = [];
  open.push({ value: references.root, pointer: '', around: document, as: 'part' });
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, pointer, as } = next;
    if (typeof value !== 'object' || value === null) continue;
    const around = as === 'schema' && isRecord(value) ? enter(value, pointer, next.around) : next.around;
    if (as === 'schema') {
      for (const [inner, ...steps] of schemasIn(value, around.dialect ?? '2020-12'))
        open.push({ value: inner, pointer: child(pointer, ...steps), around, as });
      continue;
    }
    for (const [key, inner] of Object.entries(value)) {
      if (as === 'part' && (VALUES.has(key) || key.startsWith('x-'))) continue;
      open.push({
        value: inner,
        pointer: child(pointer, key),
        around,
        as: as === 'schemas' ? 'schema' : (PLACES[key] ?? 'part'),
      });
    }
  }

  const resourceAt = (pointer: string): Found => {
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
      const uri = resolved(reference, resourceAt(pointer).uri);
      if (uri === undefined) return undefined;
      const [address = '', fragment = ''] = uri.split('#', 2);
      if (fragment !== '' && !fragment.startsWith('/')) return anchors.get(`${address}#${decoded(fragment)}`);
      const resource = byUri.get(address);
      const below = pointerInFragment(`#${fragment}`) ?? '';
      // Anything that is not a schema URI is a pointer into the document.
      return resource && references.here(resource.pointer + below) ? resource.pointer + below : undefined;
    },
  };
}

/** The type of a value during the search for identifiers. */
type Place = 'part' | 'schema' | 'schemas';

/** Keys with schemas below. */
const PLACES: Readonly<Record<string, Place>> = Object.assign(Object.create(null), {
  schema: 'schema',
  schemas: 'schemas',
});
/** Keys with user values below. */
const VALUES = new Set(['example', 'examples']);

function resolved(reference: string, base: string): string | undefined {
  try {
    // A URI with an empty fragment equals the one without it.
    return new URL(reference, base).href.replace(/#$/, '');
  } catch {
    return undefined;
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
