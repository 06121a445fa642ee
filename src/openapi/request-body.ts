// The body of a request, as a document describes it.

import { type BodyType, contentOf } from './content.ts';
import { isRecord } from './is-record.ts';
import type { RequestBodyObject } from './objects.ts';
import type { Part, References } from './references.ts';

export interface RequestBody {
  readonly required: boolean;
  /** In the order of the document. */
  readonly mediaTypes: readonly BodyType[];
  readonly part: Part<RequestBodyObject>;
}

/** Methods of which a body means nothing that all agree on (RFC 9110, section 9.3), and which many clients cannot send with one: none has to be there. */
const BODILESS = new Set(['get', 'head']);

/** The body that an operation takes; undefined when it takes none. */
export function requestBodyOf(
  references: References,
  { part: operation, method }: { readonly part: Part<object>; readonly method: string },
): RequestBody | undefined {
  const part = references.below<RequestBodyObject>(operation, 'requestBody');
  if (!part || !isRecord(part.value)) return undefined;
  const required = part.value.required === true && !BODILESS.has(method.toLowerCase());
  return { required, mediaTypes: contentOf(references, part), part };
}
