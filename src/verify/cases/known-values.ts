// Known path values: given by the user, or read from the server's lists.

import { getAtPath } from '../../mock/resources/property-path.ts';
import type { Parent, Resource, ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { isStringOrNumber } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { removeOptionalProperties } from '../requests/optional-properties.ts';
import type { RequestGenerator } from '../requests/request-generator.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import type { DecodedResponseBody } from '../responses/decode-response-body.ts';
import type { ReceivedResponse } from '../target.ts';
import type { GivenValues } from './given-values.ts';

export type PathValues = Readonly<Record<string, unknown>>;

/** Sends a request with credentials; undefined if that is impossible, or there is no response. */
type SendRequest = (
  operation: Operation,
  input: RequestInput,
) => Promise<{ readonly response: ReceivedResponse; readonly decoded: DecodedResponseBody } | undefined>;

export interface KnownValues {
  /** The known path values of an operation. Deletions get other items than reads. */
  valuesFor(operation: Operation): Promise<PathValues>;
  /** The same with another innermost parent; undefined if no other is known. */
  valuesBelowOtherParent(operation: Operation): Promise<PathValues | undefined>;
  /** The ids of a resource type, from lists. @param parentValues - known values of its parents, by key */
  listIds(resource: Resource, parentValues: PathValues): Promise<readonly unknown[]>;
  /** The path values given by the user. */
  givenValues(operation: Operation): PathValues;
}

export function createKnownValues(
  { all, action }: Pick<Resources, 'all' | 'action'>,
  requests: RequestGenerator,
  ask: SendRequest,
  given: Pick<GivenValues, 'parameter'>,
): KnownValues {
  const { operations } = requests.document;
  const lists = new Map<Resource, ResourceAction[]>();
  for (const { id } of operations.values()) {
    const found = action(id);
    if (found && (found.kind === 'list' || found.kind === 'search') && found.resource.id?.path)
      lists.set(found.resource, [...(lists.get(found.resource) ?? []), found]);
  }
  const pending = new Map<string, Promise<readonly unknown[]>>();

  const byHand = (operation: Operation): PathValues => {
    const entries = operation.parameters.flatMap((parameter): [string, unknown][] => {
      const value = parameter.in === 'path' ? given.parameter(operation, parameter) : undefined;
      return value === undefined ? [] : [[parameter.name, value]];
    });
    return Object.fromEntries(entries);
  };

  const known: KnownValues = {
    givenValues: byHand,
    async valuesBelowOtherParent(operation) {
      const parents = action(operation.id)?.parents ?? [];
      const inner = parents.at(-1);
      if (!inner?.resource || Object.hasOwn(byHand(operation), inner.parameter)) return undefined;
      const values = await known.valuesFor(operation);
      const ids = await idsOf(inner.resource, valuesByKey(parents.slice(0, -1), values));
      const other = ids.find((id) => String(id) !== String(values[inner.parameter]));
      return other === undefined ? undefined : { ...values, [inner.parameter]: other };
    },
    async listIds(resource, parentValues) {
      const values: Record<string, unknown> = {};
      for (const { key, resource: parent } of resource.parents) {
        const value = parentValues[key] ?? (parent && (await idsOf(parent, values))[0]);
        if (value !== undefined) values[key] = value;
      }
      return idsOf(resource, values);
    },
    async valuesFor(operation) {
      const own = action(operation.id);
      const values: Record<string, unknown> = { ...byHand(operation) };
      if (!own || all.size === 0) return values;
      for (const [index, parent] of own.parents.entries()) {
        if (Object.hasOwn(values, parent.parameter) || !parent.resource) continue;
        const [first] = await idsOf(parent.resource, valuesByKey(own.parents.slice(0, index), values));
        if (first !== undefined) values[parent.parameter] = first;
      }
      if (own.parameter !== undefined && !Object.hasOwn(values, own.parameter)) {
        const ids = await idsOf(own.resource, valuesByKey(own.parents, values));
        const id = operation.method === 'DELETE' ? ids.at(-1) : ids[0];
        if (id !== undefined) values[own.parameter] = id;
      }
      return values;
    },
  };
  return known;

  /** The ids in the list of a parent; none without a list, or if it cannot be read. */
  async function idsOf(resource: Resource, parentValues: PathValues): Promise<readonly unknown[]> {
    const key = stringifyJson([resource.name, parentValues]);
    const known = pending.get(key) ?? readIds(resource, parentValues);
    pending.set(key, known);
    return known;
  }

  async function readIds(resource: Resource, parentValues: PathValues): Promise<readonly unknown[]> {
    for (const list of lists.get(resource) ?? []) {
      const values: Record<string, unknown> = {};
      for (const parent of list.parents)
        if (parentValues[parent.key] !== undefined) values[parent.parameter] = parentValues[parent.key];
      const ids = await readIdsOfList(list, values);
      if (ids.length > 0) return ids;
    }
    return [];
  }

  async function readIdsOfList(
    { operation, resource, responsePath }: ResourceAction,
    values: PathValues,
  ): Promise<readonly unknown[]> {
    const options = { values, width: 'least', key: 'list', examples: false } as const;
    const input = requests.createInput(operation, options).value;
    const found = input && (await ask(operation, removeOptionalProperties(input, requests.document)));
    const list = found && found.response.status < 300 ? getAtPath(found.decoded.value, responsePath ?? []) : undefined;
    const place = resource.id?.path ?? [];
    const ids = (Array.isArray(list) ? list : []).map((item) => getAtPath(item, place));
    return ids.filter(isStringOrNumber);
  }
}

/** Maps the values of parents from parameter names to keys. */
export function valuesByKey(parents: readonly Parent[], values: PathValues): PathValues {
  return Object.fromEntries(
    parents.flatMap(({ key, parameter }) => (values[parameter] === undefined ? [] : [[key, values[parameter]]])),
  );
}
