// Reduces a request body to its required properties.

import { deleteAtPath } from '../../mock/resources/property-path.ts';
import type { Document } from '../../openapi/document.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Said } from './call.ts';

/** Removes optional properties: in search requests, they are filters and pages. */
export function bare(said: Said, document: Document): Said {
  const { type, body } = said;
  const schema = type?.schema;
  if (!schema || !isRecord(body)) return said;
  const isAllowed = (value: unknown) => document.validate(schema, value, 'request').length === 0;
  if (isAllowed({})) return { ...said, body: {} };
  const least = Object.keys(body).reduce<unknown>((so, name) => {
    const less = deleteAtPath(so, [name]);
    return isAllowed(less) ? less : so;
  }, body);
  return { ...said, body: least };
}
