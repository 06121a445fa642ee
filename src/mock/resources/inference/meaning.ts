// Matching of operations to resources and operation kinds.

import { readOperationAnnotations } from '../../../openapi/annotations.ts';
import type { Operation } from '../../../openapi/document.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import type { Deed, Resource } from '../resource.ts';
import { itemIn, listIn } from './envelope.ts';
import { type Families, isListAnswer, partNamed } from './families.ts';
import { answerOf, type Family, listOf } from './family.ts';
import { namesItems } from './id.ts';
import { type Kinds, listKey, schemaKey } from './kinds.ts';
import { type PathNode, type Placed, valueBelow } from './path-tree.ts';
import type { Meaning } from './role.ts';
import { stateAfter } from './state.ts';
import { isCount, isCreate, isSearch, manyDeed, writtenDeed } from './verb.ts';
import { isSameThing, plain, singular } from './word.ts';

/** The results of the inference so far. */
export interface Findings {
  readonly families: Families;
  readonly kinds: Kinds;
  resourceOf(family: Family): Resource;
  /** The resource that a path parameter identifies. */
  resourceAt(value: PathNode): Resource | undefined;
  readonly references: References;
}

/** Matches an operation to a resource and a kind; returns the reason as text if it has none. */
export function meaningOf(placed: Placed, findings: Findings): Meaning | string {
  const { node, operation } = placed;
  const method = operation.method === 'HEAD' ? 'GET' : operation.method;
  const { families } = findings;
  const { ignore, resource, example } = readOperationAnnotations(operation);
  if (ignore) return 'ignored (x-understudy)';
  if (resource === false) return 'not a resource (x-understudy)';
  if (example !== undefined) return `returns example ${example} (x-understudy)`;
  const item = families.ofItem(node);
  if (item) return ofItem(method, node, item, findings);
  const collection = families.ofCollection(node);
  if (collection) return ofCollection(placed, method, collection, findings);
  const whole = families.ofPart(node);
  if (whole) return ofPart(placed, method, whole, findings);
  return ofWord(placed, method, findings);
}

/** Creates a match with the resource of a path group. */
function about(
  family: Family,
  deed: Deed,
  because: string,
  { resourceOf }: Findings,
  more: Partial<Meaning> = {},
): Meaning {
  return { deed, test: family.test, resource: resourceOf(family), because, ...more };
}

function ofItem(method: string, node: PathNode, family: Family, findings: Findings): Meaning | string {
  const { path } = node;
  const one = family.single ? `the singleton ${path}` : path;
  const hasCreate = family.collection?.operations.has('POST') ?? false;
  const say = (deed: Deed, text: string, makes = false) => about(family, deed, text, findings, { item: node, makes });
  switch (method) {
    case 'GET':
      return say('read', `reads ${one}`);
    case 'PUT':
      return hasCreate ? say('replace', `replaces ${one}`) : say('replace', `replaces or creates ${one}`, true);
    case 'PATCH':
      return say('change', `updates ${one}`);
    case 'DELETE':
      return say('delete', `deletes ${one}`);
    case 'POST': {
      const makes = family.single || (!hasCreate && !node.operations.has('PUT'));
      return say('change', makes ? `updates or creates ${one}` : `updates ${one}`, makes);
    }
    default:
      return `no action for ${method} on ${one}`;
  }
}

function ofCollection({ operation }: Placed, method: string, family: Family, findings: Findings): Meaning | string {
  const { references } = findings;
  const { path } = family.collection as PathNode;
  const body = getSchemaShape(operation.requestSchema, references);
  const say = (deed: Deed, text: string) => about(family, deed, text, findings);
  switch (method) {
    case 'GET': {
      const answer = operation.responses.forStatus(operation.successStatus);
      const isSilent =
        operation.method !== 'HEAD' && answer?.hasBody && getSchemaShape(answerOf(operation), references)?.isObject;
      if (isSilent && !listOf(operation, family.word, references)) return 'its response has no list';
      return say('list', `lists ${path}`);
    }
    case 'POST':
      if (body?.isList || isListOfOne(operation, family, references))
        return say('createMany', `creates several items in ${path}`);
      return say('create', `creates an item in ${path}`);
    case 'PUT':
    case 'PATCH':
      return isOfItems(operation, family, references)
        ? say('changeMany', `updates several items in ${path}`)
        : 'its request body has no list of items';
    case 'DELETE': {
      const shape = getSchemaShape(family.schema, references);
      const names = operation.parameters.filter(
        (one) => one.in === 'query' && namesItems(one.name, family.word, shape),
      );
      if (isOfItems(operation, family, references) || names.length > 0)
        return say('deleteMany', `deletes items in ${path} by id`);
      const mayAsk = operation.body !== undefined || operation.parameters.some((one) => one.in === 'query');
      return say('clear', `deletes ${mayAsk ? 'matching' : 'all'} items in ${path}`);
    }
    default:
      return `no action for ${method} on ${path}`;
  }
}

/** Whether a body has a list of items or of their ids. */
function isOfItems({ requestSchema }: Operation, { word }: Family, references: References): boolean {
  const found = listIn(requestSchema, word, references);
  if (!found) return false;
  const name = found.place.at(-1) ?? word;
  return (
    isSameThing(name, word) || /ids?$/i.test(name) || (getSchemaShape(found.schema, references)?.isObject ?? false)
  );
}

/** Whether a body has only a list of items. */
function isListOfOne({ requestSchema }: Operation, { test, word }: Family, references: References): boolean {
  const found = itemIn(requestSchema, test, references);
  return found?.place.length === 2 && found.place[1] === '0' && isSameThing(found.place[0] ?? '', word);
}

/** The operation kind of each method on a part of an item. */
const DEEDS_OF_PARTS: ReadonlyMap<string, readonly [deed: Deed, does: string]> = new Map([
  ['GET', ['read', 'reads']],
  ['PUT', ['replace', 'replaces']],
  ['PATCH', ['change', 'updates']],
  ['POST', ['change', 'updates']],
  ['DELETE', ['delete', 'removes']],
]);

function ofPart({ operation, node }: Placed, method: string, family: Family, findings: Findings): Meaning | string {
  const { references } = findings;
  const name = partNamed(node.word ?? '', family, references) ?? '';
  const [deed, does] = DEEDS_OF_PARTS.get(method) ?? [];
  if (!deed) return `no action for ${method} on a part of an item`;
  const key = schemaKey(family.schema, references);
  const isWhole = [answerOf(operation), operation.requestSchema].some((one) => schemaKey(one, references) === key);
  if (isWhole && key !== undefined) {
    const because = `${does} ${node.above?.path}`;
    return about(family, deed, because, findings, { item: node.above });
  }
  const because = `${does} ${name} of ${node.above?.path}`;
  return about(family, deed, because, findings, { item: node.above, part: [name] });
}

/** Segments between an item and an action without a meaning of their own. */
const FILLERS = new Set(['lifecycle', 'actions', 'action', 'operations', 'commands', 'command', 'do']);

/**
 * Matches a segment that is no resource: an action on the item or collection before it, or an operation on another
 * resource.
 */
function ofWord(placed: Placed, method: string, findings: Findings): Meaning | string {
  const { node, operation } = placed;
  const { families, kinds, references } = findings;
  const { word = '' } = node;
  const isFilled = node.above?.word !== undefined && FILLERS.has(plain(node.above.word));
  const above = isFilled ? node.above?.above : node.above;
  const holder = above && families.ofItem(above);
  const collection = above && families.ofCollection(above);
  const say = (family: Family, deed: Deed, text: string, more: Partial<Meaning> = {}) =>
    about(family, deed, text, findings, more);
  const answer = answerOf(operation);
  const answersList = isListAnswer(getSchemaShape(answer, references), collection?.word ?? word, references);
  const key = answersList ? listKey(operation, collection?.word ?? word, references) : undefined;

  if (collection) {
    const { word: things } = collection;
    if (method === 'GET' && isCount(word)) return say(collection, 'count', `counts ${above.path}`);
    const many = method === 'GET' ? undefined : manyDeed(word, method);
    if (many) return say(collection, many, `bulk operation on ${above.path}`);
    if (method === 'POST' && isSearch(word) && answer) return say(collection, 'search', `searches ${above.path}`);
    if (method === 'GET' && answersList && (isSearch(word) || kinds.ofSchema(key, things) === kinds.of(collection)))
      return say(collection, 'list', `lists matching items of ${above.path}`);
    const written = writtenIn(placed, collection, findings);
    if (written) return written;
    if (method === 'POST' && isCreate(word) && !collection.collection?.operations.has('POST'))
      return say(collection, 'create', `creates an item in ${above.path}`);
  }
  const known = answersList ? kinds.ofSchema(key, word) : undefined;
  if (known && method === 'GET') return say(known.family, 'list', `lists ${known.name}`);
  if (known && method === 'POST' && isSearch(word)) return say(known.family, 'search', `searches ${known.name}`);
  if (holder && above && method !== 'GET' && !valueBelow(node)) {
    const made = method === 'POST' ? madeBy(placed, findings) : undefined;
    if (made) return say(made, 'create', `creates an item in ${kinds.of(made).name}`);
    const written = writtenAt(placed, holder, above, findings);
    if (written) return written;
    const isBack = method === 'DELETE' && node.operations.size > 1;
    const verb = isBack ? `un${word}` : word;
    return say(holder, 'act', `action ${verb} on ${above.path}`, { item: above, verb });
  }
  return 'not recognised as a resource';
}

/**
 * Matches `POST /pets/{petId}/update` if its body resembles a pet, and `POST /pets/{petId}/delete` if it has no body
 * and a pet has no such state.
 */
function writtenAt(
  { node, operation }: Placed,
  family: Family,
  item: PathNode,
  findings: Findings,
): Meaning | undefined {
  const { references } = findings;
  const { word = '' } = node;
  const deed = writtenDeed(word);
  const shape = getSchemaShape(family.schema, references);
  if (deed === 'delete' && !operation.body && shape && !stateAfter(word, family.schema, references))
    return about(family, 'delete', `deletes ${item.path}`, findings, { item });
  const sent = [...(getSchemaShape(operation.requestSchema, references)?.properties.keys() ?? [])];
  const shared = sent.filter((name) => shape?.properties.has(name));
  if (deed !== 'change' || shared.length === 0 || shared.length * 2 < sent.length) return undefined;
  return about(family, 'change', `updates ${item.path}`, findings, { item });
}

/** Matches `POST /pets/update` and `POST /pets/delete` if the body requires the id of the pet. */
function writtenIn({ node, operation }: Placed, family: Family, findings: Findings): Meaning | undefined {
  const { references, resourceOf } = findings;
  const deed = writtenDeed(node.word ?? '');
  const body = deed && getSchemaShape(operation.requestSchema, references);
  const [id, ...inner] = (body && resourceOf(family).id?.place) || [];
  if (!body || id === undefined || inner.length > 0) return undefined;
  const names = [plain(id), ...(plain(id) === 'id' ? [singular(plain(family.word)) + plain(id)] : [])];
  const name = [...body.required].find((one) => names.includes(plain(one)));
  const types = getSchemaShape(body.properties.get(name ?? ''), references)?.types;
  if (name === undefined || !types || types.has('array') || types.has('object')) return undefined;
  const does = deed === 'change' ? 'updates' : 'deletes';
  const because = `${does} the item of ${family.collection?.path} given by ${name} in the body`;
  return about(family, deed as Deed, because, findings, { named: name });
}

/** The path group whose items an operation creates: one named like its path, if the response has its schema. */
function madeBy({ operation, node }: Placed, { kinds, references }: Findings): Family | undefined {
  const key = schemaKey(answerOf(operation), references);
  const kind = kinds.ofSchema(key, node.word ?? '');
  return kind && operation.body && plain(kind.family.word) === plain(node.word ?? '') ? kind.family : undefined;
}
