// Which store a request to the control API means.

import { BEGUN, ISSUER } from '../oidc/login/login.ts';
import type { AnyStore } from '../pipeline/api/api.ts';
import { ApiError } from '../pipeline/errors/failure.ts';
import type { Sandbox } from '../pipeline/sandbox/sandbox.ts';

/** The name of the control API; no other api may have it. */
export const CONTROL = 'control';

/** The stores of apis, by their names: not our own, and not those of the issuer, which hold what opens something. */
export function apisOf({ stores }: Sandbox): readonly (readonly [api: string, store: AnyStore])[] {
  return [...stores].filter(([name]) => ![CONTROL, ISSUER, BEGUN].includes(name));
}

/** The store of an api, which has to be named only where there are several. @throws ApiError `invalid_argument` if there is none */
export function storeOf(sandbox: Sandbox, api: string | undefined): readonly [api: string, store: AnyStore] {
  const apis = apisOf(sandbox);
  const [first, second] = apis;
  if (first && !second && api === undefined) return first;
  const found = apis.find(([name]) => name === api);
  if (found) return found;
  const names = apis.map(([name]) => name).join(', ');
  throw new ApiError('invalid_argument', `api must be one of ${names}`);
}
