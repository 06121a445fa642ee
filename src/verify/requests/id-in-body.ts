// The id of an item in the body of a request.

import { getAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { isId } from '../scenarios/story.ts';
import type { Call } from './call.ts';
import { jsonIn } from './json-body.ts';

/** @returns undefined where the body names no item, or cannot be read */
export function idInBody(
  { resource, requestPath: asked }: ResourceAction,
  { body }: Pick<Call, 'body'>,
): string | number | undefined {
  const place = resource.id?.path;
  if (!place || asked === undefined) return undefined;
  const id = getAtPath(getAtPath(jsonIn(body), asked), place);
  return isId(id) ? id : undefined;
}
