// Who is calling: as the api says, else as its document does.

import type { Operation } from '../../openapi/document.ts';
import type { AnyStore } from './api/api.ts';
import type { ServedApi } from './api/load-api.ts';
import { saysWhoCalls } from './security/guard.ts';
import type { WireRequest } from './wire.ts';

/** What there is to know a caller by, beside the request. */
export interface Knowledge {
  readonly store: AnyStore;
  readonly now: Date;
  /** What other parts of the stand-in know of callers: told to the api beside their credentials. */
  readonly known: object;
}

/** The caller of an operation; undefined where nobody has to be known, and nobody says who it is. */
export function authenticate(
  request: WireRequest,
  { api, guard }: ServedApi,
  operation: Operation,
  { store, now, known }: Knowledge,
): unknown {
  if (!api.authenticate) return guard.admit(operation, request);
  if (!operation.secured && !(operation.securityOptional && saysWhoCalls(operation, request))) return undefined;
  const { headers, local, secure = false, base = '' } = request;
  return api.authenticate({ operation, headers, local, secure, base, store, now, ...known });
}
