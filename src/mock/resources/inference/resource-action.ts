// Resource actions: kind, parents and property paths of an operation.

import type { Operation } from '../../../openapi/document.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { once } from '../../../schema/once.ts';
import type { OperationKind, PropertyPath, Resource, ResourceAction } from '../resource.ts';
import { isSuccessProperty } from './action-words.ts';
import { createParent } from './create-resource.ts';
import { readActionName } from './deleted-words.ts';
import { findItemSchema, findListSchema, type ItemTest } from './envelope.ts';
import { findResponseList, findResponseSchema } from './path-group.ts';
import { type PathNode, type PathOperation, parentParameters } from './path-tree.ts';
import { findStateAfter, findTimeAfter } from './state-after.ts';

/** The match of an operation with a resource. */
export interface ActionMatch {
  readonly kind: OperationKind;
  readonly resource: Resource;
  /** Tells an item from its envelope. */
  readonly itemTest: ItemTest;
  /** The node of the item; undefined if the path identifies none. */
  readonly item?: PathNode | undefined;
  readonly part?: PropertyPath;
  /** The properties that identify the item, by parameter. */
  readonly keys?: ReadonlyMap<PathNode, string>;
  /** The match of an item above that is returned. */
  readonly returned?: ActionMatch | undefined;
  /** The body property that identifies the item. */
  readonly idProperty?: string;
  readonly isUpsert?: boolean;
  /** Which file of the item is used; empty for its content. */
  readonly file?: string | undefined;
  /** The name of a custom action (`act`). */
  readonly actionName?: string;
  readonly reason: string;
}

/** Creates the action of an operation. @param resourceAt - finds the resource that a path parameter identifies */
export function createResourceAction(
  placed: PathOperation,
  match: ActionMatch,
  resourceAt: (value: PathNode) => Resource | undefined,
  references: References,
): ResourceAction {
  const { operation, node, parameterNames: names } = placed;
  const { kind, resource, item, part = [], keys = new Map(), isUpsert = false, actionName, reason } = match;
  const parent = [...parentParameters(node), ...(node.parameter === undefined ? [] : [node])];
  const named = parent.map((value, index) => ({ value, name: names[index] ?? value.parameter ?? '' }));
  const parents = once(() =>
    named
      .filter(({ value }) => value !== item && !keys.has(value))
      .map(({ value, name }) => createParent(value, name, resource.schema, resourceAt, references)),
  );
  const requestPath = once(() => findRequestPath(operation, match, references));
  const responsePath = once(() => findResponsePath(operation, match, references));
  const sets = once(() =>
    actionName === undefined ? undefined : findStateAfter(actionName, resource.schema, references),
  );
  const setsTime = once(() =>
    actionName === undefined ? undefined : findTimeAfter(actionName, resource.schema, references),
  );
  const softDeletion = once(() => {
    const named = actionName === undefined ? undefined : readActionName(actionName);
    const { softDeletes } = named ? resource : { softDeletes: [] };
    const softDelete =
      softDeletes.find(({ state }) => named?.state === state) ?? (named && !named.isSet ? softDeletes[0] : undefined);
    return named && softDelete && { softDelete, isSet: named.isSet };
  });
  return {
    operation,
    resource,
    kind,
    get parents() {
      return parents();
    },
    parameter: named.find(({ value }) => value === item && item?.parameter !== undefined)?.name,
    keys: new Map(named.flatMap(({ value, name }) => (keys.has(value) ? [[name, keys.get(value) as string]] : []))),
    returned: match.returned && createResourceAction(placed, match.returned, resourceAt, references),
    idProperty: match.idProperty,
    part,
    get requestPath() {
      return requestPath();
    },
    get responsePath() {
      return responsePath();
    },
    file: match.file,
    isUpsert,
    get sets() {
      return sets();
    },
    get setsTime() {
      return setsTime();
    },
    get softDeletion() {
      return softDeletion();
    },
    reason,
  };
}

const BULK_KINDS: ReadonlySet<OperationKind> = new Set(['createMany', 'changeMany', 'deleteMany']);
const STORING_KINDS: ReadonlySet<OperationKind> = new Set(['createMany', 'changeMany']);
const LIST_KINDS: ReadonlySet<OperationKind> = new Set([
  'list',
  'search',
  'createMany',
  'changeMany',
  'deleteMany',
  'clear',
]);

/** The property path of the item, or of the list, in the request body. */
function findRequestPath(
  operation: Operation,
  { kind, resource, itemTest, part }: ActionMatch,
  references: References,
): PropertyPath | undefined {
  const schema = operation.requestSchema;
  const shape = getSchemaShape(schema, references);
  if (!operation.body || operation.method === 'GET') return undefined;
  if (!shape) return [];
  if (BULK_KINDS.has(kind)) return findListSchema(schema, itemTest.name, references)?.path;
  if (kind === 'search' || (part && part.length > 0)) return [];
  const found = findItemSchema(schema, { ...itemTest, listItem: resource.schema }, references);
  const [envelope] = found?.path ?? [];
  // A body with further properties of an item is an item itself.
  const properties = getSchemaShape(resource.schema, references)?.properties;
  const isItem = [...shape.properties.keys()].some((name) => name !== envelope && properties?.has(name));
  return found && !isItem ? found.path : [];
}

/** The property path of the item, or of the list, in the success response. */
function findResponsePath(
  operation: Operation,
  { kind, resource, itemTest, part = [] }: ActionMatch,
  references: References,
): PropertyPath | undefined {
  const response = operation.responses.forStatus(operation.successStatus);
  if (!response?.hasBody) return undefined;
  const schema = findResponseSchema(operation);
  const shape = getSchemaShape(schema, references);
  if (!shape) return [];
  if (kind === 'count') return findCountPath(shape, references);
  const isOtherShape = shape !== getSchemaShape(resource.schema, references);
  const list = LIST_KINDS.has(kind) && isOtherShape && findResponseList(operation, itemTest.name, references);
  if (list) return list.path;
  // Several created items may be answered with the first.
  if (LIST_KINDS.has(kind) && !STORING_KINDS.has(kind)) return undefined;
  const [name] = part;
  if (name !== undefined) {
    const whole = getSchemaShape(resource.schema, references)?.properties.get(name);
    const inner = getSchemaShape(whole, references);
    if (inner?.isList) return findListSchema(schema, name, references)?.path;
    const shared = [...shape.properties.keys()].filter((one) => inner?.properties.has(one)).length;
    if (shared * 2 > shape.properties.size) return [];
    return findItemSchema(schema, { ...itemTest, name, listItem: whole }, references)?.path;
  }
  // `{ id, deleted: true }` is no item.
  if (kind === 'delete' && isOtherShape && [...shape.properties.keys()].some(isSuccessProperty)) return undefined;
  const found = findItemSchema(schema, { ...itemTest, listItem: resource.schema }, references);
  if (!found || found.path.length > 0) return found?.path;
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
): PropertyPath | undefined {
  const isNumber = (types: ReadonlySet<string> | undefined) => types?.has('integer') || types?.has('number');
  if (!shape.isObject) return isNumber(shape.types) || shape.types.size === 0 ? [] : undefined;
  const numbers = [...shape.properties].filter(([, part]) => isNumber(getSchemaShape(part, references)?.types));
  const [name] = numbers.find(([one]) => /count|total/i.test(one)) ?? numbers[0] ?? [];
  return name === undefined ? undefined : [name];
}
