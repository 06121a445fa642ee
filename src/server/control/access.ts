// Decides who may use the control API: loopback callers or a token.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { UsageError } from '../../schema/usage-error.ts';
import type { TrustedHosts } from '../pipeline/cors/trusted-hosts.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { WireHeaders } from '../pipeline/wire.ts';
import { type ControlCaller, requireLocal } from './control-caller.ts';
import { tokenProblem } from './control-token.ts';

/** Who needs no token: programs on this machine, everyone, or no one. */
type AccessLevel = 'loopback' | 'all' | 'none';

export interface ControlAccess {
  /** Checks a caller, and returns the reason for access. @throws ApiError `unauthenticated` or `permission_denied` */
  admit(caller: ControlCaller, hosts: TrustedHosts): 'token' | 'local' | 'all';
}

/** Settings of the access. */
export interface AccessSettings {
  /** Who needs no token. Default `loopback`; with a token, `none`. */
  readonly controlAccess?: AccessLevel | undefined;
  /** The accepted bearer token (RFC 6750, section 2.1). Default: none. */
  readonly controlToken?: string | undefined;
}

/** @throws UsageError for an invalid token, or one without effect */
export function createAccess({ controlToken, controlAccess }: AccessSettings): ControlAccess {
  const wanted = controlToken === undefined ? undefined : tokenProblem(controlToken);
  if (wanted !== undefined) throw new UsageError(`The control token must be ${wanted}.`);
  if (controlToken !== undefined && controlAccess === 'all')
    throw new UsageError('--control-access all needs no control token. Remove --control-token or --control-access.');
  const openTo = controlAccess ?? (controlToken === undefined ? 'loopback' : 'none');
  const bringsToken = controlToken === undefined ? undefined : createTest(controlToken);
  return {
    admit(caller, hosts) {
      if (bringsToken?.(caller.headers)) return 'token';
      if (openTo === 'all') return 'all';
      if (openTo === 'none') throw bringsToken ? withoutToken() : closed();
      try {
        requireLocal(caller, hosts);
        return 'local';
      } catch (rejection) {
        throw bringsToken && rejection instanceof ApiError ? withoutToken(`: ${rejection.message}`) : rejection;
      }
    },
  };
}

/** Compares the token of headers, in constant time: digests with a random key are compared. */
function createTest(token: string): (headers: WireHeaders) => boolean {
  const key = randomBytes(32);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  const expected = digest(token);
  return ({ authorization = '' }) => {
    const [, brought] = /^bearer +([^\s]+)$/i.exec(authorization) ?? [];
    return brought !== undefined && timingSafeEqual(digest(brought), expected);
  };
}

function withoutToken(reason = ''): ApiError {
  return new ApiError('unauthenticated', `The control API requires Authorization: Bearer <control token>${reason}`, {
    headers: { 'www-authenticate': 'Bearer realm="understudy"' },
  });
}

function closed(): ApiError {
  return new ApiError(
    'permission_denied',
    'The control API is disabled (--control-access none); enable it with --control-access loopback or --control-token',
  );
}
