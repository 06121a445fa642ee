// A change of as little as may be: what it says nothing of stays as it is.

import { valueAt, without, withValue } from '../../mock/resources/place.ts';
import type { Role } from '../../mock/resources/resource.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Said } from '../requests/call.ts';
import type { Requests } from '../requests/requests.ts';

/** The same PATCH with one property of its item, or with as few as must be there; undefined where it cannot say less. */
export function ofOneProperty(said: Said, { asked, operation }: Role, { document }: Requests): Said | undefined {
  const { body, type } = said;
  const item = asked === undefined ? undefined : valueAt(body, asked);
  // What such a parameter names and the body leaves out is meant to be forgotten.
  const isMasked = Object.keys(said.query).some((name) => /mask|fields/i.test(name));
  if (operation.method !== 'PATCH' || !asked || !isRecord(item) || !type?.schema || isMasked) return undefined;
  const { schema } = type;
  const least = Object.keys(item).reduce<object>((rest, name) => {
    const less = without(rest, [name]) as object;
    const isEnough =
      Object.keys(less).length > 0 && document.validate(schema, withValue(body, asked, less), 'request').length === 0;
    return isEnough ? less : rest;
  }, item);
  return Object.keys(least).length < Object.keys(item).length
    ? { ...said, body: withValue(body, asked, least) }
    : undefined;
}
