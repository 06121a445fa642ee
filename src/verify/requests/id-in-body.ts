// The item id in a request body.

import { getAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { isId } from '../scenarios/story.ts';
import type { SerializedRequest } from './call.ts';
import { jsonIn } from './json-body.ts';

/** @returns undefined if the body has no id, or cannot be parsed */
export function findIdInBody(
  { resource, requestPath: asked }: ResourceAction,
  { body }: Pick<SerializedRequest, 'body'>,
): string | number | undefined {
  const place = resource.id?.path;
  if (!place || asked === undefined) return undefined;
  const id = getAtPath(getAtPath(jsonIn(body), asked), place);
  return isId(id) ? id : undefined;
}
