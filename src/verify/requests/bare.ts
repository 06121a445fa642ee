// A request for a list that asks for nothing in particular: neither for some items only, nor for a page behind the first.

import { without } from '../../mock/resources/place.ts';
import type { Document } from '../../openapi/document.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Said } from './call.ts';

/** The request without what its body need not say. */
export function bare(said: Said, document: Document): Said {
  const { type, body } = said;
  const schema = type?.schema;
  if (!schema || !isRecord(body)) return said;
  const isAllowed = (value: unknown) => document.validate(schema, value, 'request').length === 0;
  if (isAllowed({})) return { ...said, body: {} };
  const least = Object.keys(body).reduce<unknown>((so, name) => {
    const less = without(so, [name]);
    return isAllowed(less) ? less : so;
  }, body);
  return { ...said, body: least };
}
