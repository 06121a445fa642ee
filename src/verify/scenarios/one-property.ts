// Reduces PATCH requests to one property, so that the others must stay.

import { deleteAtPath, getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { isRecord } from '../../schema/is-record.ts';
import type { RequestGenerator } from '../requests/request-generator.ts';
import type { RequestInput } from '../requests/serialize-request.ts';

/** The same PATCH with one property, or only required ones; undefined if it cannot be smaller. */
export function reduceToOneProperty(
  input: RequestInput,
  { requestPath, operation }: ResourceAction,
  { document }: RequestGenerator,
): RequestInput | undefined {
  const { body, type } = input;
  const item = requestPath === undefined ? undefined : getAtPath(body, requestPath);
  // A field mask clears properties that the body omits.
  const isMasked = Object.keys(input.query).some((name) => /mask|fields/i.test(name));
  if (operation.method !== 'PATCH' || !requestPath || !isRecord(item) || !type?.schema || isMasked) return undefined;
  const { schema } = type;
  const least = Object.keys(item).reduce<object>((rest, name) => {
    const less = deleteAtPath(rest, [name]) as object;
    const isEnough =
      Object.keys(less).length > 0 &&
      document.validate(schema, setAtPath(body, requestPath, less), 'request').length === 0;
    return isEnough ? less : rest;
  }, item);
  return Object.keys(least).length < Object.keys(item).length
    ? { ...input, body: setAtPath(body, requestPath, least) }
    : undefined;
}
