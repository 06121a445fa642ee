// A path group: collection path, item path and schema of one resource.

import {
  ANNOTATIONS_KEY,
  type Annotations,
  parseAnnotations,
  readOperationAnnotations,
  readPathAnnotations,
} from '../../../openapi/annotations.ts';
import { jsonMediaType } from '../../../openapi/content.ts';
import type { Operation } from '../../../openapi/document.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { once } from '../../../schema/once.ts';
import type { PropertyPath } from '../resource.ts';
import { isSearchWord } from './action-words.ts';
import { findItemSchema, findListSchema, type ItemTest, type SchemaAtPath } from './envelope.ts';
import { listFileTypes } from './file-content.ts';
import { findIdProperty, type IdProperty } from './id-property.ts';
import { type PathNode, type PathOperation, parentParameters } from './path-tree.ts';

export interface PathGroup {
  /** The node of the collection, such as `/pets`; undefined without a path, and for a singleton. */
  readonly collection: PathNode | undefined;
  /** The node of an item, such as `/pets/{petId}`; undefined without a path. */
  readonly item: PathNode | undefined;
  readonly isSingleton: boolean;
  /** Whether several properties identify its items, as in `/tags/{type}/{value}`. */
  readonly isKeyed: boolean;
  /** The name in the path; empty if a parameter takes its place. */
  readonly name: string;
  /** The annotations of its paths. */
  readonly annotations: Annotations;
  /** The path parameters above. */
  readonly parameters: readonly PathNode[];
  /** Tells an item from its envelope. */
  readonly itemTest: ItemTest;
  /** The list in the response of the collection. */
  readonly list: SchemaAtPath | undefined;
  /** The item schema: of the read response, else of the list, else of the bodies of other operations. */
  readonly schema: Part<Schema> | undefined;
}

/** Whether a path below an item returns the item itself: `/files/{id}/info`, beside its content. */
export function isInfoPath({ segment = '' }: PathNode): boolean {
  return /^(info|metadata|meta|details?)$/i.test(segment);
}

/** The schema of the success response, preferably JSON; undefined without a body or a schema. */
export function findResponseSchema(operation: Operation): Part<Schema> | undefined {
  const types = operation.responses.forStatus(operation.successStatus)?.mediaTypes ?? [];
  return (jsonMediaType(types) ?? types[0])?.schema;
}

/** The search operation of a collection, such as `QUERY /pets` or `POST /pets/_search`. */
export function findSearch(collection: PathNode | undefined): PathOperation | undefined {
  const query = collection?.operations.get('QUERY');
  if (query) return query;
  for (const { segment: word = '', operations } of collection?.children.values() ?? []) {
    const search = isSearchWord(word) ? operations.get('POST') : undefined;
    if (search) return search;
  }
  return undefined;
}

/** The list in the response of an operation: as annotated, else as found. */
export function findResponseList(operation: Operation, word: string, references: References): SchemaAtPath | undefined {
  const { list } = readOperationAnnotations(operation);
  if (list === false) return undefined;
  const response = findResponseSchema(operation);
  if (list === undefined) return findListSchema(response, word, references);
  const path = list === '' ? [] : list.split('.');
  const items = shapeAt(getSchemaShape(response, references), path, references)?.items;
  return items && { path, schema: items };
}

/** The annotations of the path of a node. */
export function annotationsAt(node: PathNode | undefined): Annotations {
  const [placed] = node?.operations.values() ?? [];
  return placed ? readPathAnnotations(placed.operation.pathItem) : {};
}

/** The id property that annotations of a path or schema name; undefined if none is named or the name is unknown. */
export function findAnnotatedId(
  shape: SchemaShape,
  annotations: Annotations,
  references: References,
): IdProperty | undefined {
  const named = annotations.id ?? parseAnnotations(shape.keywordValue(ANNOTATIONS_KEY)).id;
  if (named === undefined) return undefined;
  const path = named.split('.');
  const container = shapeAt(shape, path.slice(0, -1), references);
  const schema = container?.properties.get(path.at(-1) ?? '');
  return schema && { path, schema };
}

/** The owner property that annotations of a path or schema name; undefined unless it is a string. */
export function findAnnotatedOwner(
  shape: SchemaShape,
  annotations: Annotations,
  references: References,
): PropertyPath | undefined {
  const path = (annotations.owner ?? parseAnnotations(shape.keywordValue(ANNOTATIONS_KEY)).owner)?.split('.');
  const types =
    path &&
    getSchemaShape(shapeAt(shape, path.slice(0, -1), references)?.properties.get(path.at(-1) ?? ''), references)?.types;
  return types && (types.size === 0 || types.has('string')) ? path : undefined;
}

function shapeAt(shape: SchemaShape | undefined, path: PropertyPath, references: References): SchemaShape | undefined {
  return path.reduce<SchemaShape | undefined>(
    (found, name) => getSchemaShape(found?.properties.get(name), references),
    shape,
  );
}

export function createPathGroup(
  collection: PathNode | undefined,
  item: PathNode | undefined,
  { isSingleton, isKeyed }: Pick<PathGroup, 'isSingleton' | 'isKeyed'>,
  references: References,
): PathGroup {
  const node = (item ?? collection) as PathNode;
  const word = isSingleton ? (item?.segment ?? '') : collection ? collectionName(collection) : nameBefore(node);
  const naming = { parameter: isSingleton ? undefined : item?.parameter, collection: word };
  const annotations = { ...annotationsAt(collection), ...annotationsAt(item) };
  const at = (node: PathNode | undefined, method: string) => node?.operations.get(method)?.operation;
  const list = once(() => {
    const operation = at(collection, 'GET') ?? findSearch(collection)?.operation;
    return operation && findResponseList(operation, word, references);
  });
  const itemTest: ItemTest = {
    name: word,
    get listItem() {
      return list()?.schema;
    },
    isItem: (shape) =>
      findAnnotatedId(shape, annotations, references) !== undefined ||
      findIdProperty(shape, naming, references, true) !== undefined,
  };
  const schema = once(() => {
    const hasProperties = (found: Part<Schema> | undefined) =>
      (getSchemaShape(found, references)?.properties.size ?? 0) > 0;
    const response = (node: PathNode | undefined, method: string) => {
      const operation = at(node, method);
      return operation && findItemSchema(findResponseSchema(operation), itemTest, references)?.schema;
    };
    const body = (node: PathNode | undefined, method: string) =>
      findItemSchema(at(node, method)?.requestSchema, itemTest, references)?.schema;
    const read = withoutDeleted(response(item, 'GET'), references);
    if (hasProperties(read)) return read;
    if (hasProperties(list()?.schema)) return list()?.schema;
    const about = [...(item?.children.values() ?? [])].find(isInfoPath);
    const others = [
      () => response(about, 'GET'),
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
    // A file is no item.
    const readOperation = at(item, 'GET');
    const isFile = readOperation !== undefined && listFileTypes(readOperation).length > 0;
    return isFile ? list()?.schema : (read ?? list()?.schema);
  });
  return {
    collection,
    item,
    isSingleton,
    isKeyed,
    name: word,
    annotations,
    parameters: parentParameters(node),
    itemTest,
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
export function collectionName({ segment: word, parent, parameter }: PathNode): string {
  return parameter === undefined ? (word ?? '') : (parent?.segment ?? '');
}

/** `repos` for `/repos/{owner}/{repo}`, unless a node between them has operations. */
function nameBefore(node: PathNode): string {
  let at = node.parent;
  while (at?.parameter !== undefined) {
    if (at.operations.size > 0) return '';
    at = at.parent;
  }
  return at?.segment === undefined || at.operations.size > 0 || isVersionSegment(at) ? '' : at.segment;
}

/** Whether a segment is an API version or prefix, not a resource. */
export function isVersionSegment({ segment: word = '', parent }: PathNode): boolean {
  return (
    /^v?\d+([._-]?\d+)*([a-z]{1,6}\d*)?$/i.test(word) || (/^(api|apis|rest|services?)$/i.test(word) && !parent?.parent)
  );
}
