// What is known while two answers are compared, of both as wholes and of a place in them.

import type { ReferredTo } from '../../mock/resources/referred-to.ts';
import type { Place, Resource } from '../../mock/resources/resource.ts';
import type { References } from '../../openapi/references.ts';
import type { Shape } from '../../openapi/schema/shape.ts';
import type { Pairing } from './pairing.ts';
import type { Sent } from './sent.ts';

/** What is known while two answers are compared. */
export interface Comparing {
  readonly references: References;
  readonly pairing: Pairing;
  readonly referredTo: ReferredTo;
  /** What was sent to both servers in their world so far. */
  readonly sent: Sent;
  /** Where things of a kind stand in the body: the names on the way to one, `*` for the items of a list. Undefined where none do. */
  readonly items: { readonly field: string; readonly resource: Resource } | undefined;
  readonly isFailure: boolean;
  /** Whether the order of the list was asked for. */
  readonly isSorted: boolean;
  /** Whether both hold other records: what nobody has sent need not be the same. */
  readonly otherData: boolean;
  /** Where each of them answers, which stands in addresses that it tells. */
  readonly origins: readonly [first: string, second: string];
}

/** A place in two answers. */
export interface Spot {
  readonly field: string;
  /** The properties on the way to it, the outermost first. */
  readonly names: readonly string[];
  readonly shape: Shape | undefined;
  /** The kind of thing of which this is one. */
  readonly item: Resource | undefined;
  /** The kind of thing whose id is here, or below by these names. Default: none. */
  readonly idOf?: { readonly resource: Resource; readonly place: Place } | undefined;
}

/** How deep two answers are compared. */
export const DEEPEST = 64;
