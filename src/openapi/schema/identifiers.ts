// Where the references of schemas lead: by pointers, and since OpenAPI 3.1 by `$id`, `$anchor` and `$dynamicAnchor` too (JSON Schema 2020-12, section 8.2).

import { isRecord } from '../is-record.ts';
import { child, pointerInFragment } from '../pointer.ts';
import type { References } from '../references.ts';
import { type Dialect, dialectNamed, schemasIn } from './ajv/dialect.ts';

/** A part of a document with an address of its own; the document itself, at least. */
export interface Resource {
  readonly pointer: string;
  /** Undefined where a dialect is named that nobody here knows. */
  readonly dialect: Dialect | undefined;
  /** Where the dialect is named, if it is: the place of a `$schema`, or of `jsonSchemaDialect`. */
  readonly dialectAt: string;
  /** Where the anchors stand that a reference may mean in another resource instead; `''` is the recursive one of 2019-09. */
  readonly dynamicAnchors: ReadonlyMap<string, string>;
}

export interface Identifiers {
  /** The innermost resource that a place is in. */
  resourceAt(pointer: string): Resource;
  /** Whether a schema is a resource. */
  isResource(schema: object): boolean;
  /** The place that a reference in a schema leads to; undefined when there is nothing. */
  target(reference: string, pointer: string): string | undefined;
}

/** What the document is called, for what is relative to it. Nothing is ever looked for there. */
const DOCUMENT = 'http://document.invalid/';

/** The word by which a document names the dialect of its schemas. */
const OF_DOCUMENT = '/jsonSchemaDialect';

/** Words that give a place a name, or a dialect. */
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

/** A place where something stands that is not merely a reference to itself. */
function existing(references: References, pointer: string | undefined): string | undefined {
  return pointer !== undefined && references.at(pointer) !== undefined ? pointer : undefined;
}

/** Whether anything in a document has a name of its own, or is of another dialect. */
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

  // No recursion, because a document may be very deep.
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
      // What is no address of a schema is a pointer into the document, as ever.
      return resource && references.here(resource.pointer + below) ? resource.pointer + below : undefined;
    },
  };
}

/** What stands at a place while identifiers are looked for. */
type Place = 'part' | 'schema' | 'schemas';

/** Keys of a document that lead to schemas. */
const PLACES: Readonly<Record<string, Place>> = Object.assign(Object.create(null), {
  schema: 'schema',
  schemas: 'schemas',
});
/** Keys below which there are values of users. */
const VALUES = new Set(['example', 'examples']);

function resolved(reference: string, base: string): string | undefined {
  try {
    // An address that ends in an empty fragment is the one without it.
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
