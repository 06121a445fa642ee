// Finds references to other items in a body, by property names.

import { listAllProperties } from '../../mock/resources/item-properties.ts';
import { setAtPath } from '../../mock/resources/property-path.ts';
import {
  createReferenceGuess,
  createReferenceResolver,
  isOwnId,
  type ReferenceResolver,
} from '../../mock/resources/reference-resolver.ts';
import type { PropertyPath, Resource, ResourceAction, Resources } from '../../mock/resources/resource.ts';
import type { Document } from '../../openapi/document.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isStringOrNumber, toNumber } from '../../schema/json/exact-number.ts';
import { getRequestBodyType } from './request-generator.ts';
import type { RequestInput } from './serialize-request.ts';

/** A location in a body with the id of another item, or an array of ids. */
interface Reference {
  readonly path: PropertyPath;
  readonly resource: Resource;
  readonly isMany: boolean;
}

/** Maximum number of locations, and their depth. */
const MAX_COUNT = 20;
const MAX_LEVELS = 6;

/**
 * Resolves references in the bodies of one operation, also guessed ones: they are replaced only after a rejection.
 *
 * @param action - of the operation
 */
export function createBodyReferences(
  resources: Pick<Resources, 'all'>,
): (action: ResourceAction | undefined) => ReferenceResolver {
  const resolve = createReferenceResolver(resources);
  const guess = createReferenceGuess(resources, resolve);
  return (action) => {
    if (!action) return resolve;
    const schema = getRequestBodyType(action.operation)?.schema;
    const properties = listAllProperties(schema, action.operation.references);
    return (name, own) => {
      const property = properties.find((one) => one.name === name);
      return resolve(name, own) ?? (property && guess(property, action.resource));
    };
  };
}

/** Finds the references in a body, except those that accept any id. @param action - of its operation */
export function referencesIn(
  body: unknown,
  action: ResourceAction | undefined,
  resolveReference: ReferenceResolver,
): readonly Reference[] {
  const found: Reference[] = [];
  const collect = (value: unknown, path: PropertyPath): void => {
    const inner = isRecord(value) || Array.isArray(value) ? Object.entries(value) : [];
    for (const [name, one] of inner) {
      if (found.length === MAX_COUNT || path.length === MAX_LEVELS) return;
      const resource = isRecord(value) ? resolveReference(name) : undefined;
      const isOwn = resource !== undefined && action !== undefined && isOwnId(action, resource, name);
      if (resource && !resource.isVirtual && !isOwn && [one].flat().every(isStringOrNumber))
        found.push({ path: [...path, name], resource, isMany: Array.isArray(one) });
      else collect(one, [...path, name]);
    }
  };
  collect(body, []);
  return found;
}

/**
 * Replaces the ids in a body, as far as the new ones are valid; undefined if nothing changes.
 *
 * @param idOf - returns the id of an existing item; undefined if none is known
 */
export async function replaceIds(
  input: RequestInput,
  references: readonly Reference[],
  document: Pick<Document, 'validate'>,
  idOf: (resource: Resource) => Promise<unknown>,
): Promise<RequestInput | undefined> {
  const { schema } = input.type ?? {};
  let { body } = input;
  for (const { path, resource, isMany } of references) {
    const id = await idOf(resource);
    if (id === undefined || !schema) continue;
    // The type of an id may differ between schemas.
    const bodies = [id, String(id), toNumber(String(id))].map((one) => setAtPath(body, path, isMany ? [one] : one));
    body = bodies.find((one) => document.validate(schema, one, 'request').length === 0) ?? body;
  }
  return body === input.body ? undefined : { ...input, body };
}
