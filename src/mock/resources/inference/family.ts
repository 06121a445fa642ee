// A path group: collection path, item path and schema of one resource.

import {
  ANNOTATIONS_KEY,
  type Annotations,
  parseAnnotations,
  readOperationAnnotations,
  readPathAnnotations,
} from '../../../openapi/annotations.ts';
import type { Operation } from '../../../openapi/document.ts';
import { jsonMediaType } from '../../../openapi/json-media-type.ts';
import { lazy } from '../../../openapi/lazy.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { Place } from '../resource.ts';
import { type Found, type ItemTest, itemIn, listIn } from './envelope.ts';
import { type IdProperty, idPropertyOf } from './id.ts';
import { type PathNode, type Placed, valuesAbove } from './path-tree.ts';
import { isSearch } from './verb.ts';

export interface Family {
  /** The node of the collection, such as `/pets`; undefined without a path, and for a singleton. */
  readonly collection: PathNode | undefined;
  /** The node of an item, such as `/pets/{petId}`; undefined without a path. */
  readonly item: PathNode | undefined;
  readonly single: boolean;
  /** The name in the path; empty if a parameter takes its place. */
  readonly word: string;
  /** The annotations of its paths. */
  readonly said: Annotations;
  /** The path parameters above. */
  readonly values: readonly PathNode[];
  /** Tells an item from its envelope. */
  readonly test: ItemTest;
  /** The list in the response of the collection. */
  readonly list: Found | undefined;
  /** The item schema: of the read response, else of the list, else of the bodies of other operations. */
  readonly schema: Part<Schema> | undefined;
}

/** The schema of the success response, preferably JSON; undefined without a body or a schema. */
export function answerOf(operation: Operation): Part<Schema> | undefined {
  const types = operation.responses.forStatus(operation.successStatus)?.mediaTypes ?? [];
  return (jsonMediaType(types) ?? types[0])?.schema;
}

/** The search operation of a collection, such as `POST /pets/_search`. */
export function searchBelow(collection: PathNode | undefined): Placed | undefined {
  for (const { word = '', operations } of collection?.below.values() ?? []) {
    const search = isSearch(word) ? operations.get('POST') : undefined;
    if (search) return search;
  }
  return undefined;
}

/** The list in the response of an operation: as annotated, else as found. */
export function listOf(operation: Operation, word: string, references: References): Found | undefined {
  const { list } = readOperationAnnotations(operation);
  if (list === false) return undefined;
  const response = answerOf(operation);
  if (list === undefined) return listIn(response, word, references);
  const path = list === '' ? [] : list.split('.');
  const items = shapeAt(getSchemaShape(response, references), path, references)?.items;
  return items && { place: path, schema: items };
}

/** The annotations of the path of a node. */
export function wordsAt(node: PathNode | undefined): Annotations {
  const [placed] = node?.operations.values() ?? [];
  return placed ? readPathAnnotations(placed.operation.pathItem) : {};
}

/** The id property that annotations of a path or schema name; undefined if none is named or the name is unknown. */
export function idAt(shape: SchemaShape, annotations: Annotations, references: References): IdProperty | undefined {
  const named = annotations.id ?? parseAnnotations(shape.keywordValue(ANNOTATIONS_KEY)).id;
  if (named === undefined) return undefined;
  const path = named.split('.');
  const container = shapeAt(shape, path.slice(0, -1), references);
  const schema = container?.properties.get(path.at(-1) ?? '');
  return schema && { place: path, schema };
}

/** The owner property that annotations of a path or schema name; undefined unless it is a string. */
export function ownerAt(shape: SchemaShape, annotations: Annotations, references: References): Place | undefined {
  const path = (annotations.owner ?? parseAnnotations(shape.keywordValue(ANNOTATIONS_KEY)).owner)?.split('.');
  const types =
    path &&
    getSchemaShape(shapeAt(shape, path.slice(0, -1), references)?.properties.get(path.at(-1) ?? ''), references)?.types;
  return types && (types.size === 0 || types.has('string')) ? path : undefined;
}

function shapeAt(shape: SchemaShape | undefined, path: Place, references: References): SchemaShape | undefined {
  return path.reduce<SchemaShape | undefined>(
    (found, name) => getSchemaShape(found?.properties.get(name), references),
    shape,
  );
}

/** @param single - whether it is a singleton */
export function familyOf(
  collection: PathNode | undefined,
  item: PathNode | undefined,
  single: boolean,
  references: References,
): Family {
  const node = (item ?? collection) as PathNode;
  const word = single ? (item?.word ?? '') : collection ? wordOf(collection) : nameBefore(node);
  const naming = { parameter: single ? undefined : item?.parameter, word };
  const annotations = { ...wordsAt(collection), ...wordsAt(item) };
  const at = (node: PathNode | undefined, method: string) => node?.operations.get(method)?.operation;
  const list = lazy(() => {
    const operation = at(collection, 'GET') ?? searchBelow(collection)?.operation;
    return operation && listOf(operation, word, references);
  });
  const test: ItemTest = {
    word,
    get known() {
      return list()?.schema;
    },
    isItem: (shape) =>
      idAt(shape, annotations, references) !== undefined || idPropertyOf(shape, naming, references, true) !== undefined,
  };
  const schema = lazy(() => {
    const hasProperties = (found: Part<Schema> | undefined) =>
      (getSchemaShape(found, references)?.properties.size ?? 0) > 0;
    const response = (node: PathNode | undefined, method: string) => {
      const operation = at(node, method);
      return operation && itemIn(answerOf(operation), test, references)?.schema;
    };
    const body = (node: PathNode | undefined, method: string) =>
      itemIn(at(node, method)?.requestSchema, test, references)?.schema;
    const read = withoutDeleted(response(item, 'GET'), references);
    if (hasProperties(read)) return read;
    if (hasProperties(list()?.schema)) return list()?.schema;
    const others = [
      () => response(collection, 'POST'),
      () => response(item, 'PUT'),
      () => response(item, 'PATCH'),
      () => body(item, 'PUT'),
      () => body(collection, 'POST'),
    ];
    for (const other of others) {
      const found = other();
      if (hasProperties(found)) return found;
    }
    return read ?? list()?.schema;
  });
  return {
    collection,
    item,
    single,
    word,
    said: annotations,
    values: valuesAbove(node),
    test,
    get list() {
      return list();
    },
    get schema() {
      return schema();
    },
  };
}

/** Of `anyOf: [customer, deleted_customer]`, the alternative that is not deleted; any other schema unchanged. */
function withoutDeleted(schema: Part<Schema> | undefined, references: References): Part<Schema> | undefined {
  const found = schema && references.resolve(schema);
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const choices: unknown = found?.value[keyword];
    if (!found || !Array.isArray(choices) || found.value.properties !== undefined) continue;
    const parts = choices.map((value, index) => ({ value, pointer: childPointer(found.pointer, keyword, index) }));
    const left = parts.filter((part) => !/deleted/i.test(getSchemaShape(part, references)?.name ?? ''));
    if (left.length === 1 && left.length < parts.length) return left[0];
  }
  return schema;
}

/** The name of a collection: `rules` for `/rules/{instanceId}`; empty for `/`. */
export function wordOf({ word, above, parameter }: PathNode): string {
  return parameter === undefined ? (word ?? '') : (above?.word ?? '');
}

/** `repos` for `/repos/{owner}/{repo}`, unless a node between them has operations. */
function nameBefore(node: PathNode): string {
  let at = node.above;
  while (at?.parameter !== undefined) {
    if (at.operations.size > 0) return '';
    at = at.above;
  }
  return at?.word === undefined || at.operations.size > 0 || isNoThing(at) ? '' : at.word;
}

/** Whether a segment is an API version or prefix, not a resource. */
export function isNoThing({ word = '', above }: PathNode): boolean {
  return (
    /^v?\d+([._-]?\d+)*([a-z]{1,6}\d*)?$/i.test(word) || (/^(api|apis|rest|services?)$/i.test(word) && !above?.above)
  );
}
