// The identity management API: its table of contents.

import { defineApi, type Failure, fieldViolations } from '../index.ts';
import { addUserGrant } from './add-user-grant.ts';
import { authenticate, authorize, type Principal } from './authenticate.ts';
import { introduce } from './introduce.ts';
import { listLoginPolicyIdps } from './list-login-policy-idps.ts';
import { login } from './login/login.ts';
import type { Operations } from './operations.ts';
import type { Records } from './records.ts';
import { refuseInput } from './refuse-input.ts';
import { searchProjects } from './search-projects.ts';
import { updateApp } from './update-app.ts';

export const identity = defineApi<Operations, Records, Principal>({
  name: 'identity',
  document: new URL('../../spec/identity.yaml', import.meta.url),
  fixtures: new URL('../../fixtures/identity/', import.meta.url),
  jsonMapping: 'protobuf',
  responseHeaders: {
    'cache-control': 'no-store',
    pragma: 'no-cache',
    expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
    'x-robots-tag': 'none',
  },
  handlers: {
    listLoginPolicyIdps,
    searchProjects,
    updateApp,
    addUserGrant,
    healthz: () => ({}),
  },
  authenticate,
  authorize,
  login,
  refuseInput,
  introduce,
  describeFailure,
});

/** `google.rpc.Status`; a refusal with an identifier carries it twice, in the message and as an `ErrorDetail`. */
function describeFailure({ number, message, id, findings }: Failure): object {
  if (id === undefined) return { code: number, message, details: fieldViolations(findings) };
  const detail = { '@type': 'type.googleapis.com/zitadel.v1.ErrorDetail', id, message };
  return { code: number, message: `${message} (${id})`, details: [detail] };
}
