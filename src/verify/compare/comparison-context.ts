// The context of a comparison of two responses.

import type { ReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import type { PropertyPath, Resource } from '../../mock/resources/resource.ts';
import type { References } from '../../openapi/references.ts';
import type { SchemaShape } from '../../openapi/schema/schema-shape.ts';
import type { IdPairing } from './id-pairing.ts';
import type { SentValues } from './sent-values.ts';

/** The context of two responses. */
export interface ComparisonContext {
  readonly references: References;
  readonly pairing: IdPairing;
  readonly resolveReference: ReferenceResolver;
  /** The values sent to both servers in this sandbox so far. */
  readonly sentValues: SentValues;
  /** The location of items in the body: property names, `*` for list items. Undefined if there are none. */
  readonly items: { readonly field: string; readonly resource: Resource } | undefined;
  readonly isErrorResponse: boolean;
  /** Whether the request sorted the list. */
  readonly isSorted: boolean;
  /** Whether both have different data: only sent values must be equal. */
  readonly hasOtherData: boolean;
  /** Whether the texts of error responses must be equal. */
  readonly comparesErrorTexts: boolean;
  /** Whether the second server is a mock: it knows only the document, so what that leaves open is a warning. */
  readonly isMock: boolean;
  /** The origins of both, which occur in URLs. */
  readonly origins: readonly [first: string, second: string];
}

/** A location in two responses. */
export interface ComparedLocation {
  readonly field: string;
  /** The properties on the way to it, the outermost first. */
  readonly names: readonly string[];
  readonly shape: SchemaShape | undefined;
  /** The kind of thing of which this is one. */
  readonly item: Resource | undefined;
  /** The type of item whose id is here, or below at these names. Default: none. */
  readonly idOf?: { readonly resource: Resource; readonly place: PropertyPath } | undefined;
}

/** Maximum depth of the comparison. */
export const MAX_COMPARED_DEPTH = 64;
