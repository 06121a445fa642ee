// The expectation of the document for a generated request.

import type { Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { cursorsOf, hasOtherCursor } from '../cases/cursors.ts';
import { namesAnother } from '../cases/naming.ts';
import type { Meant } from '../cases/trial.ts';
import type { Call, Said } from '../requests/call.ts';
import { meantBy } from '../requests/meant.ts';
import { isOpenPlace } from '../requests/open-places.ts';
import type { Varying } from '../requests/varying.ts';
import type { Change } from './nearby-requests.ts';
import { isUnsettled } from './unsettled.ts';

/** The description of a generated request before it is minimised. Causes that depend on the request contain it. */
export const DRAWN = 'generated at random';

export interface Drawn {
  readonly operation: Operation;
  readonly call: Call;
  readonly said: Said;
  /** The input of the baseline request. */
  readonly accepted: Said;
  /** Its differences from the baseline request. */
  readonly changes: readonly Change[];
  readonly varying: Varying;
  readonly resources: Pick<Resources, 'action'>;
}

export async function drawnMeaning({
  operation,
  call: request,
  said: input,
  accepted,
  changes,
  varying: variationContext,
  resources,
}: Drawn): Promise<Meant> {
  const expectation = await meantBy(operation, request, input);
  if (expectation.kind !== 'valid') return expectation;
  const isOpen = operation.parameters.some((parameter) => {
    const { name, in: where } = parameter;
    const location = `${where} ${where === 'header' ? name.toLowerCase() : name}`;
    const isChanged = changes.some((change) => change.place === location || change.place.startsWith(`${location}/`));
    return isChanged && isOpenPlace(operation, parameter, { varying: variationContext, resources, mayBeBound: true });
  });
  const { path, query, header, cookie, body } = input;
  const cursors = cursorsOf(resources.action(operation.id));
  const isElsewhere = hasOtherCursor(cursors, { body: accepted.body }, { body }) || namesAnother(accepted.body, body);
  return isOpen || isElsewhere || isUnsettled([path, query, header, cookie, body]) ? { kind: 'open' } : expectation;
}
