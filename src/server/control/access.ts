// Access to the control API: who may use it, and with what.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Problems } from '../../schema/problems.ts';
import type { Hosts } from '../pipeline/cors/hosts.ts';
import { ApiError } from '../pipeline/errors/failure.ts';
import type { WireHeaders } from '../pipeline/wire.ts';
import { type Caller, requireLocal } from './caller.ts';

/** Who needs no token: programs on this machine, whoever reaches the port, or nobody. */
export type AccessLevel = 'loopback' | 'all' | 'none';

export interface ControlAccess {
  /** How a caller came in: with the token, as a program of this machine, or because anybody may. @throws ApiError `unauthenticated` or `permission_denied` */
  admit(caller: Caller, hosts: Hosts): 'token' | 'local' | 'all';
}

/** What is said of it. */
export interface AccessSettings {
  /** Who needs no token. Default `loopback`; where there is a token, `none`. */
  readonly controlAccess?: AccessLevel | undefined;
  /** Lets in whoever brings it as a bearer token (RFC 6750, section 2.1). Default: none does. */
  readonly controlToken?: string | undefined;
}

/** What a token may be made of (RFC 6750, section 2.1), so long that nobody guesses it. */
const TOKEN = /^[A-Za-z0-9._~+/-]{16,1000}=*$/;

/** What a token is to be; undefined for one that can be used. */
export function tokenWanted(token: string): string | undefined {
  return TOKEN.test(token)
    ? undefined
    : '16 to 1000 characters of A-Z a-z 0-9 . _ ~ + / - (for example from `openssl rand -hex 32`)';
}

/** @throws Problems if the token cannot be used, or would keep nobody out */
export function createAccess({ controlToken, controlAccess }: AccessSettings): ControlAccess {
  const wanted = controlToken === undefined ? undefined : tokenWanted(controlToken);
  if (wanted !== undefined) throw new Problems(`The control token must be ${wanted}.`, []);
  if (controlToken !== undefined && controlAccess === 'all')
    throw new Problems('--control-access all needs no control token. Remove --control-token or --control-access.', []);
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
      } catch (refusal) {
        throw bringsToken && refusal instanceof ApiError ? withoutToken(`: ${refusal.message}`) : refusal;
      }
    },
  };
}

/** Whether header fields bring a token. It takes as long whatever they bring: what is compared is a digest with a key that nobody knows. */
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
