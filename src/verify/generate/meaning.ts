// The expectation of the document for a generated request.

import type { Resources } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { findCursors, hasOtherCursor } from '../cases/cursors.ts';
import { changesReference } from '../cases/naming.ts';
import type { Expectation } from '../cases/trial.ts';
import type { RequestInput, SerializedRequest } from '../requests/call.ts';
import { expectationOf } from '../requests/meant.ts';
import { isOpenParameter } from '../requests/open-places.ts';
import type { VariationContext } from '../requests/varying.ts';
import type { Change } from './nearby-requests.ts';
import { isUnsettled } from './unsettled.ts';

/** The description of a generated request before it is minimised. Causes that depend on the request contain it. */
export const AT_RANDOM = 'generated at random';

export interface GeneratedRequest {
  readonly operation: Operation;
  readonly request: SerializedRequest;
  readonly input: RequestInput;
  /** The input of the baseline request. */
  readonly accepted: RequestInput;
  /** Its differences from the baseline request. */
  readonly changes: readonly Change[];
  readonly variationContext: VariationContext;
  readonly resources: Pick<Resources, 'action'>;
}

export async function expectGenerated({
  operation,
  request,
  input,
  accepted,
  changes,
  variationContext,
  resources,
}: GeneratedRequest): Promise<Expectation> {
  const expectation = await expectationOf(operation, request, input);
  if (expectation.kind !== 'valid') return expectation;
  const isOpen = operation.parameters.some((parameter) => {
    const { name, in: where } = parameter;
    const location = `${where} ${where === 'header' ? name.toLowerCase() : name}`;
    const isChanged = changes.some(
      (change) => change.location === location || change.location.startsWith(`${location}/`),
    );
    return isChanged && isOpenParameter(operation, parameter, { variationContext, resources, mayBeBound: true });
  });
  const { path, query, header, cookie, body } = input;
  const cursors = findCursors(resources.action(operation.id));
  const isElsewhere =
    hasOtherCursor(cursors, { body: accepted.body }, { body }) || changesReference(accepted.body, body);
  return isOpen || isElsewhere || isUnsettled([path, query, header, cookie, body]) ? { kind: 'open' } : expectation;
}
