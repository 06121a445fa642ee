// Properties set by a handler with `next({ set })` or `call.items`.

import type { Finding } from '../../../openapi/finding.ts';
import type { References } from '../../../openapi/references.ts';
import { flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { toComparableText } from '../../../schema/equality.ts';
import { pointerSegments } from '../../../schema/json-pointer.ts';
import { findNearestName } from '../../../schema/nearest-name.ts';
import type { Properties } from '../../../server/pipeline/api/items.ts';
import { ApiError } from '../../../server/pipeline/errors/api-error.ts';
import { handlerError } from '../../../server/pipeline/handler-call.ts';
import { listAllProperties } from '../item-properties.ts';
import { withoutWriteOnly } from '../item-response.ts';
import { getAtPath, withProperties } from '../property-path.ts';
import type { OperationKind, Resource } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';

/** Operation kinds that store an item. */
export const STORING_KINDS: ReadonlySet<OperationKind> = new Set<OperationKind>([
  'create',
  'replace',
  'change',
  'act',
  'createMany',
  'changeMany',
]);

/** Rejects `next({ set })` in an operation that stores nothing, and unknown properties. */
export function requireSettable({ action, resource, request, set }: ResourceCall): void {
  if (!set) return;
  if (!STORING_KINDS.has(action.kind)) throw createNotStoringError(request.operation.id);
  if (typeof set.values !== 'object' || set.values === null || Array.isArray(set.values))
    throw handlerError(`next({ set }) of ${request.operation.id} needs an object of properties`);
  const unknown = findUnknownProperty(resource, set.values, request.operation.references);
  if (unknown) throw handlerError(`next({ set }) of ${request.operation.id}: ${unknown.message}`);
}

/** The error for `next({ set })` in an operation that stores no item. */
export function createNotStoringError(operationId: string): ApiError {
  return handlerError(`next({ set }) cannot be used in ${operationId}: it does not create or change an item`);
}

/**
 * The first unknown property, with a suggestion. Undefined without one, or if the schema allows additional properties.
 */
export function findUnknownProperty(
  { name, schema }: Resource,
  values: Properties,
  references: References,
): { readonly message: string; readonly meant: string | undefined } | undefined {
  const names = listAllProperties(schema, references).map((member) => member.name);
  const { additionalProperties } = flattenSchema(schema?.value, references);
  if (names.length === 0 || (additionalProperties !== undefined && additionalProperties !== false)) return undefined;
  const unknown = Object.keys(values).find((one) => !names.includes(one));
  if (unknown === undefined) return undefined;
  const meant = findNearestName(unknown, names);
  const hint = meant === undefined ? `they have ${joinNames(names)}` : `did you mean ${meant}?`;
  return { message: `items of ${name} have no property ${unknown}; ${hint}`, meant };
}

/**
 * Applies the properties that a handler sets.
 *
 * @throws ApiError `internal` if they violate the schema; `invalid_argument` for an item that a handler passes on
 */
export function applySetProperties(call: ResourceCall, item: unknown): unknown {
  const { set, resource, inferred } = call;
  if (!set) return item;
  const { values, isItem } = set;
  const createError = (text: string, findings?: readonly Finding[]) =>
    isItem
      ? new ApiError('invalid_argument', `invalid item of ${resource.name}: ${text}`, findings ? { findings } : {})
      : handlerError(`next({ set }) of ${call.request.operation.id}: ${text}`);
  for (const one of [resource.id, ...resource.parents]) {
    const previous = one?.path && getAtPath(item, one.path);
    const value = one?.path && getAtPath(values, one.path);
    if (previous !== undefined && value !== undefined && toComparableText(previous) !== toComparableText(value))
      throw createError(`${one?.path?.join('.')} cannot be changed`);
  }
  const changed = withProperties(item, Object.entries(values));
  const findings = resource.schema
    ? inferred.document.validate(resource.schema, withoutWriteOnly(call, changed), 'response')
    : [];
  const ownFindings = findings.filter(({ pointer }) => {
    const [name] = pointerSegments(pointer);
    return Object.hasOwn(values, String(name));
  });
  if (ownFindings.length === 0) return changed;
  const inBody = ownFindings.map((finding) => ({ ...finding, part: 'body' as const }));
  throw createError(formatFindings(ownFindings), inBody);
}

/** Maximum number of names in a message. */
const MAX_NAMES = 20;

/** Joins names for a message. */
export function joinNames(names: readonly string[]): string {
  return [...names.slice(0, MAX_NAMES), ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ');
}

/** Formats findings of an item: `count must be an integer; sku is required`. */
export function formatFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ pointer, message }) => `${pointerSegments(pointer).join('.')} ${message}`.trimStart())
    .join('; ');
}
