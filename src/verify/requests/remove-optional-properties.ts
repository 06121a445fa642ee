// Reduces a request body to its required properties.

import { deleteAtPath } from '../../mock/resources/property-path.ts';
import type { Document } from '../../openapi/document.ts';
import { isRecord } from '../../schema/is-record.ts';
import type { RequestInput } from './serialize-request.ts';

/** Removes optional properties: in search requests, they are filters and pages. */
export function removeOptionalProperties(input: RequestInput, document: Document): RequestInput {
  const { type, body } = input;
  const schema = type?.schema;
  if (!schema || !isRecord(body)) return input;
  const isAllowed = (value: unknown) => document.validate(schema, value, 'request').length === 0;
  if (isAllowed({})) return { ...input, body: {} };
  const reduced = Object.keys(body).reduce<unknown>((so, name) => {
    const smaller = deleteAtPath(so, [name]);
    return isAllowed(smaller) ? smaller : so;
  }, body);
  return { ...input, body: reduced };
}
