// The request body of an operation, parsed from the document.

import { isRecord } from '../schema/is-record.ts';
import { type BodyMediaType, parseContent } from './content.ts';
import type { RequestBodyObject } from './objects.ts';
import type { Part, References } from './references.ts';

export interface RequestBody {
  readonly required: boolean;
  /** In the order of the document. */
  readonly mediaTypes: readonly BodyMediaType[];
  readonly part: Part<RequestBodyObject>;
}

/** Methods whose bodies have no defined meaning (RFC 9110, section 9.3): bodies are never required. */
const WITHOUT_BODY = new Set(['get', 'head']);

/** Parses the request body of an operation; undefined if there is none. */
export function parseRequestBody(
  references: References,
  { part: operation, method }: { readonly part: Part<object>; readonly method: string },
): RequestBody | undefined {
  const part = references.resolveBelow<RequestBodyObject>(operation, 'requestBody');
  if (!part || !isRecord(part.value)) return undefined;
  const required = part.value.required === true && !WITHOUT_BODY.has(method.toLowerCase());
  return { required, mediaTypes: parseContent(references, part), part };
}
