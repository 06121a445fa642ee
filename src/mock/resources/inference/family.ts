// A kind of thing at one place of the tree of paths: the path of its items, that of their collection, and what their answers look like.

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
  /** The place of all of them, such as `/pets`; undefined when it has no path, and for a single one. */
  readonly collection: PathNode | undefined;
  /** The place of one of them, such as `/pets/{petId}`; undefined when it has no path. */
  readonly item: PathNode | undefined;
  readonly single: boolean;
  /** What they are called in the path; empty when a value stands where that would. */
  readonly word: string;
  /** What the document says of its paths itself. */
  readonly said: Annotations;
  /** The values above. */
  readonly values: readonly PathNode[];
  /** Tells one of them from what is around it. */
  readonly test: ItemTest;
  /** The list in the answer of the collection. */
  readonly list: Found | undefined;
  /** What one looks like: when it is read, else in the list, else in what other operations on it answer or take. */
  readonly schema: Part<Schema> | undefined;
}

/** The schema of a success, of JSON or else of the first media type; undefined when it has no body, or one of which nothing is said. */
export function answerOf(operation: Operation): Part<Schema> | undefined {
  const types = operation.responses.forStatus(operation.successStatus)?.mediaTypes ?? [];
  return (jsonMediaType(types) ?? types[0])?.schema;
}

/** What searches a collection, such as `POST /pets/_search`. */
export function searchBelow(collection: PathNode | undefined): Placed | undefined {
  for (const { word = '', operations } of collection?.below.values() ?? []) {
    const search = isSearch(word) ? operations.get('POST') : undefined;
    if (search) return search;
  }
  return undefined;
}

/** The list in the answer of an operation: where people say that it is, else where it is found. */
export function listOf(operation: Operation, word: string, references: References): Found | undefined {
  const { list } = readOperationAnnotations(operation);
  if (list === false) return undefined;
  const answer = answerOf(operation);
  if (list === undefined) return listIn(answer, word, references);
  const place = list === '' ? [] : list.split('.');
  const items = shapeAt(getSchemaShape(answer, references), place, references)?.items;
  return items && { place, schema: items };
}

/** What people say of the path of a place. */
export function wordsAt(node: PathNode | undefined): Annotations {
  const [placed] = node?.operations.values() ?? [];
  return placed ? readPathAnnotations(placed.operation.pathItem) : {};
}

/** The id that people name, of a path or of a schema; undefined when they name none, or one that is not there. */
export function idAt(shape: SchemaShape, said: Annotations, references: References): IdProperty | undefined {
  const named = said.id ?? parseAnnotations(shape.keywordValue(ANNOTATIONS_KEY)).id;
  if (named === undefined) return undefined;
  const place = named.split('.');
  const holder = shapeAt(shape, place.slice(0, -1), references);
  const schema = holder?.properties.get(place.at(-1) ?? '');
  return schema && { place, schema };
}

/** The text that says by name whose an item is, where people name one that is there; of a path or of a schema. */
export function ownerAt(shape: SchemaShape, said: Annotations, references: References): Place | undefined {
  const place = (said.owner ?? parseAnnotations(shape.keywordValue(ANNOTATIONS_KEY)).owner)?.split('.');
  const types =
    place &&
    getSchemaShape(shapeAt(shape, place.slice(0, -1), references)?.properties.get(place.at(-1) ?? ''), references)
      ?.types;
  return types && (types.size === 0 || types.has('string')) ? place : undefined;
}

function shapeAt(shape: SchemaShape | undefined, place: Place, references: References): SchemaShape | undefined {
  return place.reduce<SchemaShape | undefined>(
    (found, name) => getSchemaShape(found?.properties.get(name), references),
    shape,
  );
}

/** @param single - whether the item is the only one */
export function familyOf(
  collection: PathNode | undefined,
  item: PathNode | undefined,
  single: boolean,
  references: References,
): Family {
  const place = (item ?? collection) as PathNode;
  const word = single ? (item?.word ?? '') : collection ? wordOf(collection) : wordBefore(place);
  const naming = { parameter: single ? undefined : item?.parameter, word };
  const said = { ...wordsAt(collection), ...wordsAt(item) };
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
      idAt(shape, said, references) !== undefined || idPropertyOf(shape, naming, references, true) !== undefined,
  };
  const schema = lazy(() => {
    const tells = (found: Part<Schema> | undefined) => (getSchemaShape(found, references)?.properties.size ?? 0) > 0;
    const answer = (node: PathNode | undefined, method: string) => {
      const operation = at(node, method);
      return operation && itemIn(answerOf(operation), test, references)?.schema;
    };
    const body = (node: PathNode | undefined, method: string) =>
      itemIn(at(node, method)?.requestSchema, test, references)?.schema;
    const read = withoutDeleted(answer(item, 'GET'), references);
    if (tells(read)) return read;
    if (tells(list()?.schema)) return list()?.schema;
    const others = [
      () => answer(collection, 'POST'),
      () => answer(item, 'PUT'),
      () => answer(item, 'PATCH'),
      () => body(item, 'PUT'),
      () => body(collection, 'POST'),
    ];
    for (const other of others) {
      const found = other();
      if (tells(found)) return found;
    }
    return read ?? list()?.schema;
  });
  return {
    collection,
    item,
    single,
    word,
    said,
    values: valuesAbove(place),
    test,
    get list() {
      return list();
    },
    get schema() {
      return schema();
    },
  };
}

/** Of `anyOf: [customer, deleted_customer]` what is there; any other schema as it is. */
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

/** What a collection is called: of `/rules/{instanceId}`, which holds those of an instance, `rules`; empty for `/`. */
export function wordOf({ word, above, parameter }: PathNode): string {
  return parameter === undefined ? (word ?? '') : (above?.word ?? '');
}

/** Of `/repos/{owner}/{repo}` it is `repos`, unless that has things of its own. */
function wordBefore(node: PathNode): string {
  let at = node.above;
  while (at?.parameter !== undefined) {
    if (at.operations.size > 0) return '';
    at = at.above;
  }
  return at?.word === undefined || at.operations.size > 0 || isNoThing(at) ? '' : at.word;
}

/** Whether a word in a path says which version or part of an API it is about, not which things. */
export function isNoThing({ word = '', above }: PathNode): boolean {
  return (
    /^v?\d+([._-]?\d+)*([a-z]{1,6}\d*)?$/i.test(word) || (/^(api|apis|rest|services?)$/i.test(word) && !above?.above)
  );
}
