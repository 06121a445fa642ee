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

/** The body that an operation takes; undefined when it takes none. */
export function requestBodyOf(references: References, operation: Part<object>): RequestBody | undefined {
  const part = references.below<RequestBodyObject>(operation, 'requestBody');
  if (!part || !isRecord(part.value)) return undefined;
  return { required: part.value.required === true, mediaTypes: contentOf(references, part), part };
}
