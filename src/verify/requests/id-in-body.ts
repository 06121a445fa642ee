// The item id in a request body.

import { getAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { isStringOrNumber, type JsonNumber } from '../../schema/json/exact-number.ts';
import { jsonIn } from './json-body.ts';
import type { SerializedRequest } from './serialize-request.ts';

/** @returns undefined if the body has no id, or cannot be parsed */
export function findIdInBody(
  { resource, requestPath }: ResourceAction,
  { body }: Pick<SerializedRequest, 'body'>,
): string | JsonNumber | undefined {
  const place = resource.id?.path;
  if (!place || requestPath === undefined) return undefined;
  const id = getAtPath(getAtPath(jsonIn(body), requestPath), place);
  return isStringOrNumber(id) ? id : undefined;
}
