// The id of an item in the body of a request.

import { valueAt } from '../../mock/resources/place.ts';
import type { Role } from '../../mock/resources/resource.ts';
import { isId } from '../scenarios/story.ts';
import type { Call } from './call.ts';
import { jsonIn } from './json-body.ts';

/** @returns undefined where the body names no item, or cannot be read */
export function idInBody({ resource, asked }: Role, { body }: Pick<Call, 'body'>): string | number | undefined {
  const place = resource.id?.place;
  if (!place || asked === undefined) return undefined;
  const id = valueAt(valueAt(jsonIn(body), asked), place);
  return isId(id) ? id : undefined;
}
