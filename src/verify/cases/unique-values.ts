// Gives each request of an operation new values where the server rejects repeated ones.

import { getAtPath } from '../../mock/resources/property-path.ts';
import { isNameOrKey } from '../../mock/samples/generate/property-meaning.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { createRequest } from '../credentials.ts';
import { findRejectedLocation, listLocations, type RequestLocation } from '../requests/rejected-location.ts';
import { findUniqueLocations, renewValues } from '../requests/renew-values.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import { findRejectionReason } from '../responses/rejection-reason.ts';
import type { Run } from '../run.ts';
import type { TestedOperation } from './find-starting-request.ts';
import { STARTING_REQUEST } from './test-case.ts';

/** The values that an operation accepts only once. */
export interface UniqueValues {
  /** Replaces the unique values of the starting request. */
  renew(input: RequestInput): RenewedInput;
}

export interface RenewedInput {
  readonly input: RequestInput;
  /** Whether the server may reject it as a duplicate. */
  readonly mayBeDuplicate: boolean;
}

/** Maximum number of properties that are found by their rejection. */
const MAX_LEARNED = 4;

/**
 * Finds the values that must differ between requests. If the operation creates items on a shared server, the start
 * request is sent again: servers reject more duplicates than documents declare.
 */
export async function findUniqueValues(
  { resources, sandboxes, variationContext, credentials, hasEnded }: Run,
  { operation, start, session }: TestedOperation,
): Promise<UniqueValues> {
  // Each request has a sandbox of its own.
  if (sandboxes.areIsolated) return { renew: (input) => ({ input, mayBeDuplicate: false }) };
  const action = resources.action(operation.id);
  const { input } = start;
  let locations = findUniqueLocations(operation, input, action, variationContext);
  let count = 1;
  let isUnknown = false;
  const used = new Set<string>();
  const renew = (one: RequestInput): RenewedInput => {
    if (locations.length > 0) count += 1;
    const renewed = renewValues(one, input, locations, count, variationContext);
    let mayBeDuplicate = isUnknown;
    for (const { part, path } of locations) {
      const value = getAtPath(renewed[part], path);
      const key = stringifyJson([part, path, value ?? null]);
      mayBeDuplicate ||= value !== undefined && used.has(key);
      used.add(key);
    }
    return { input: renewed, mayBeDuplicate };
  };
  if (action?.kind !== 'create') return { renew };

  for (let time = 0; time < MAX_LEARNED && !hasEnded(); time += 1) {
    const { input: again } = renew(input);
    const request = createRequest(operation, again, credentials).value;
    const exchange =
      request &&
      (await session.runCase({
        operation,
        phase: 'examples',
        description: `the ${STARTING_REQUEST} again`,
        expectation: { kind: 'open' },
        request,
      }));
    if (!exchange?.ok) break;
    if (![400, 409, 422].includes(exchange.value.response.status)) return { renew };
    const reason = findRejectionReason(exchange.value);
    const named = findRejectedLocation(operation, again, reason, variationContext);
    const others = named && !isIn(locations, named) ? [named] : listNames().filter((one) => !isIn(locations, one));
    if (others.length === 0) break;
    locations = [...locations, ...others];
  }
  isUnknown = true;
  return { renew };

  function listNames(): readonly RequestLocation[] {
    return listLocations(operation, input, variationContext).filter(({ part, path }) => {
      const name = path.at(-1) ?? '';
      const isText = part === 'body' && typeof getAtPath(input.body, path) === 'string';
      return isText && (isNameOrKey({ name, holder: '' }, undefined) || /(login|user|email|id)$/i.test(name));
    });
  }
}

function isIn(locations: readonly RequestLocation[], { part, path }: RequestLocation): boolean {
  return locations.some((one) => one.part === part && one.path.join('/') === path.join('/'));
}
