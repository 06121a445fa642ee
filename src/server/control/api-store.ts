// Finds the store that a control request refers to.

import { ISSUER, PENDING } from '../oidc/login/login-types.ts';
import type { AnyStore } from '../pipeline/api/api.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { IDEMPOTENCY_KEYS } from '../pipeline/idempotency/idempotency-keys.ts';
import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';

/** The name of the control API; no other api may have it. */
export const CONTROL_API = 'control';

/** The stores of APIs by name: neither the control API's own, nor the issuer's, which has credentials. */
export function apisOf({ stores }: Sandbox): readonly (readonly [api: string, store: AnyStore])[] {
  return [...stores].filter(([name]) => ![CONTROL_API, ISSUER, PENDING, IDEMPOTENCY_KEYS].includes(name));
}

/**
 * The store of an API, which must be named if there are several.
 *
 * @throws ApiError `invalid_argument` if it is unknown
 */
export function storeOf(sandbox: Sandbox, api: string | undefined): readonly [api: string, store: AnyStore] {
  const apis = apisOf(sandbox);
  const [first, second] = apis;
  if (first && !second && api === undefined) return first;
  const found = apis.find(([name]) => name === api);
  if (found) return found;
  const names = apis.map(([name]) => name).join(', ');
  throw new ApiError('invalid_argument', `api must be one of ${names}`);
}
