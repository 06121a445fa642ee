// Resource actions: kind, parents and property paths of an operation.

import type { Operation } from '../../../openapi/document.ts';
import { lazy } from '../../../openapi/lazy.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import type { Deed, Place, Resource, Role } from '../resource.ts';
import { parentOf } from './create-resource.ts';
import { type ItemTest, itemIn, listIn } from './envelope.ts';
import { answerOf, isNoThing, listOf } from './family.ts';
import { type PathNode, type Placed, valuesAbove } from './path-tree.ts';
import { stateAfter } from './state.ts';
import { isDone } from './verb.ts';

/** The match of an operation with a resource. */
export interface Meaning {
  readonly deed: Deed;
  readonly resource: Resource;
  /** Tells an item from its envelope. */
  readonly test: ItemTest;
  /** The node of the item; undefined if the path identifies none. */
  readonly item?: PathNode | undefined;
  readonly part?: Place;
  /** The body property that identifies the item. */
  readonly named?: string;
  readonly makes?: boolean;
  /** The name of a custom action (`act`). */
  readonly verb?: string;
  readonly because: string;
}

/** Creates the action of an operation. @param resourceAt - finds the resource that a path parameter identifies */
export function roleOf(
  { operation, node, values: names }: Placed,
  match: Meaning,
  resourceAt: (value: PathNode) => Resource | undefined,
  references: References,
): Role {
  const { deed: kind, resource, item, part = [], makes = false, verb: actionName, because: reason } = match;
  const above = [...valuesAbove(node), ...(node.parameter === undefined ? [] : [node])];
  const named = above.map((value, index) => ({ value, name: names[index] ?? value.parameter ?? '' }));
  const parents = lazy(() =>
    named
      .filter(({ value }) => value !== item)
      .map(({ value, name }) => {
        const parent = parentOf(value, resource.schema, resourceAt, references);
        return {
          // Equal paths may have different parameter names.
          parameter: name,
          key: isAnyParent(value, name) ? name : parent.key,
          get resource() {
            // `/v1/{parent}/pets` has any parent, although `/v1/{name}` is a pet.
            return isAnyParent(value, name) ? undefined : parent.resource;
          },
          get place() {
            return parent.place;
          },
        };
      }),
  );
  const requestPath = lazy(() => findRequestPath(operation, match, references));
  const responsePath = lazy(() => findResponsePath(operation, match, references));
  const sets = lazy(() => (actionName === undefined ? undefined : stateAfter(actionName, resource.schema, references)));
  return {
    operation,
    resource,
    deed: kind,
    get parents() {
      return parents();
    },
    parameter: named.find(({ value }) => value === item && item?.parameter !== undefined)?.name,
    named: match.named,
    part,
    get asked() {
      return requestPath();
    },
    get shown() {
      return responsePath();
    },
    makes,
    get sets() {
      return sets();
    },
    because: reason,
  };
}

/** Whether a parameter takes the place of a segment name and is named differently from the item in its place. */
function isAnyParent({ above, parameter }: PathNode, name: string): boolean {
  return (above?.word === undefined || isNoThing(above)) && name !== parameter;
}

const BULK_KINDS: ReadonlySet<Deed> = new Set(['createMany', 'changeMany', 'deleteMany']);
const LIST_KINDS: ReadonlySet<Deed> = new Set(['list', 'search', 'createMany', 'changeMany', 'deleteMany', 'clear']);

/** The property path of the item, or of the list, in the request body. */
function findRequestPath(
  operation: Operation,
  { deed: kind, resource, test, part }: Meaning,
  references: References,
): Place | undefined {
  const schema = operation.requestSchema;
  const shape = getSchemaShape(schema, references);
  if (!operation.body || operation.method === 'GET') return undefined;
  if (!shape) return [];
  if (BULK_KINDS.has(kind)) return listIn(schema, test.word, references)?.place;
  if (kind === 'search' || (part && part.length > 0)) return [];
  const found = itemIn(schema, { ...test, known: resource.schema }, references);
  const [envelope] = found?.place ?? [];
  // A body with further properties of an item is an item itself.
  const properties = getSchemaShape(resource.schema, references)?.properties;
  const isItem = [...shape.properties.keys()].some((name) => name !== envelope && properties?.has(name));
  return found && !isItem ? found.place : [];
}

/** The property path of the item, or of the list, in the success response. */
function findResponsePath(
  operation: Operation,
  { deed: kind, resource, test, part = [] }: Meaning,
  references: References,
): Place | undefined {
  const response = operation.responses.forStatus(operation.successStatus);
  if (!response?.hasBody) return undefined;
  const schema = answerOf(operation);
  const shape = getSchemaShape(schema, references);
  if (!shape) return [];
  if (kind === 'count') return findCountPath(shape, references);
  if (LIST_KINDS.has(kind)) return listOf(operation, test.word, references)?.place;
  const [name] = part;
  if (name !== undefined) {
    const whole = getSchemaShape(resource.schema, references)?.properties.get(name);
    const inner = getSchemaShape(whole, references);
    if (inner?.isList) return listIn(schema, name, references)?.place;
    const shared = [...shape.properties.keys()].filter((one) => inner?.properties.has(one)).length;
    if (shared * 2 > shape.properties.size) return [];
    return itemIn(schema, { ...test, word: name, known: whole }, references)?.place;
  }
  // `{ id, deleted: true }` is no item.
  const isOtherShape = shape !== getSchemaShape(resource.schema, references);
  if (kind === 'delete' && isOtherShape && [...shape.properties.keys()].some(isDone)) return undefined;
  const found = itemIn(schema, { ...test, known: resource.schema }, references);
  if (!found || found.place.length > 0) return found?.place;
  return isAboutItem(shape, resource, references) ? [] : undefined;
}

/** Whether most properties of a body are those of the item, or none are declared. */
function isAboutItem(shape: ReturnType<typeof getSchemaShape>, { schema }: Resource, references: References): boolean {
  const item = getSchemaShape(schema, references);
  if (!shape || !item || shape === item || shape.properties.size === 0) return true;
  const shared = [...shape.properties.keys()].filter((name) => item.properties.has(name)).length;
  return shared * 2 > shape.properties.size;
}

function findCountPath(
  shape: NonNullable<ReturnType<typeof getSchemaShape>>,
  references: References,
): Place | undefined {
  const isNumber = (types: ReadonlySet<string> | undefined) => types?.has('integer') || types?.has('number');
  if (!shape.isObject) return isNumber(shape.types) || shape.types.size === 0 ? [] : undefined;
  const numbers = [...shape.properties].filter(([, part]) => isNumber(getSchemaShape(part, references)?.types));
  const [name] = numbers.find(([one]) => /count|total/i.test(one)) ?? numbers[0] ?? [];
  return name === undefined ? undefined : [name];
}
