// Authenticates the caller: by the API's code, else by its document.

import type { Operation } from '../../openapi/document.ts';
import type { AnyStore } from './api/api.ts';
import type { ServedApi } from './api/load-api.ts';
import { bearerToken, type CheckedToken, hasAuthorization, type TokenUser } from './security/authenticator.ts';
import type { WireRequest } from './wire.ts';

/** The tokens that are issued for an API. */
export interface IssuedTokens {
  /** Finds the user of a valid token. */
  user(token: string): Promise<TokenUser | undefined>;
  /** Why a token has no user. */
  problem(token: string): Promise<string>;
  /** Whether tokens can have a scope. */
  isScope(scope: string): boolean;
}

/** The context of a request. */
export interface AuthenticationInput {
  readonly store: AnyStore;
  readonly now: Date;
  /** The caller as other parts of the server know it: passed to the API with the credentials. */
  readonly context: object;
  /** Undefined if the API accepts others. */
  readonly tokens: IssuedTokens | undefined;
}

/** The caller of an operation; undefined for an anonymous one, if the operation allows that. */
export function authenticateCaller(
  request: WireRequest,
  { api, authenticator: guard }: ServedApi,
  operation: Operation,
  { store, now, context, tokens }: AuthenticationInput,
): unknown {
  if (!api.authenticate) {
    if (!tokens || operation.security.length === 0) return guard.authenticate(operation, request);
    const token = bearerToken(operation, request);
    return checkToken(token, tokens).then((checked) => guard.authenticate(operation, request, checked));
  }
  if (!operation.secured && !(operation.securityOptional && hasAuthorization(operation, request))) return undefined;
  const { headers, local, secure = false, base = '' } = request;
  return api.authenticate({ operation, headers, local, secure, base, store, now, ...context });
}

async function checkToken(token: string | undefined, { user, problem, isScope }: IssuedTokens): Promise<CheckedToken> {
  const found = token === undefined ? undefined : await user(token);
  return { user: found, problem: token === undefined || found ? undefined : await problem(token), isScope };
}
