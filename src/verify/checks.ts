// All checks by id, as in reports, `--checks` and `--skip`.

import type { Check } from './cases/test-case.ts';
import { authenticationRequired } from './checks/authentication-required.ts';
import { customCase } from './checks/custom-case.ts';
import { documentedMediaType } from './checks/documented-media-type.ts';
import { documentedStatus } from './checks/documented-status.ts';
import { errorBody } from './checks/error-body.ts';
import { exampleAccepted } from './checks/example-accepted.ts';
import { exampleResembled } from './checks/example-resembled.ts';
import { examplesValid } from './checks/examples-valid.ts';
import { headMatchesGet } from './checks/head-matches-get.ts';
import { integer64AsString } from './checks/integer64-as-string.ts';
import { invalidInputRejected } from './checks/invalid-input-rejected.ts';
import { missingRequiredRejected } from './checks/missing-required-rejected.ts';
import { noServerError } from './checks/no-server-error.ts';
import { noUnexpectedBody } from './checks/no-unexpected-body.ts';
import { requestValid } from './checks/request-valid.ts';
import { responseBody } from './checks/response-body.ts';
import { responseHeaders } from './checks/response-headers.ts';
import { filterApplied } from './checks/scenario/filter-applied.ts';
import { integer64Exact } from './checks/scenario/integer64-exact.ts';
import { linkedRequestAccepted } from './checks/scenario/linked-request-accepted.ts';
import { listContainsCreated } from './checks/scenario/list-contains-created.ts';
import { notFoundAfterDelete } from './checks/scenario/not-found-after-delete.ts';
import { operationImplemented } from './checks/scenario/operation-implemented.ts';
import { otherCallerRejected } from './checks/scenario/other-caller-rejected.ts';
import { paginationComplete } from './checks/scenario/pagination-complete.ts';
import { putIdempotent } from './checks/scenario/put-idempotent.ts';
import { readAfterCreate } from './checks/scenario/read-after-create.ts';
import { readAfterUpdate } from './checks/scenario/read-after-update.ts';
import { sortApplied } from './checks/scenario/sort-applied.ts';
import { scopeRequired } from './checks/scope-required.ts';
import { successCriteria } from './checks/success-criteria.ts';
import { unsupportedMethod } from './checks/unsupported-method.ts';
import { validInputAccepted } from './checks/valid-input-accepted.ts';
import { workflowCompleted } from './checks/workflow-completed.ts';

export const CHECKS = {
  'documented-status': documentedStatus,
  'documented-media-type': documentedMediaType,
  'response-body': responseBody,
  'response-headers': responseHeaders,
  'no-server-error': noServerError,
  'example-accepted': exampleAccepted,
  'example-resembled': exampleResembled,
  'valid-input-accepted': validInputAccepted,
  'invalid-input-rejected': invalidInputRejected,
  'missing-required-rejected': missingRequiredRejected,
  'unsupported-method': unsupportedMethod,
  'authentication-required': authenticationRequired,
  'scope-required': scopeRequired,
  'error-body': errorBody,
  'head-matches-get': headMatchesGet,
  'no-unexpected-body': noUnexpectedBody,
  'integer64-as-string': integer64AsString,
} as const satisfies Readonly<Record<string, Check>>;

/** Checks of several exchanges in sequence. */
export const SCENARIO_CHECKS = {
  'operation-implemented': operationImplemented,
  'read-after-create': readAfterCreate,
  'list-contains-created': listContainsCreated,
  'read-after-update': readAfterUpdate,
  'put-idempotent': putIdempotent,
  'not-found-after-delete': notFoundAfterDelete,
  'other-caller-rejected': otherCallerRejected,
  'pagination-complete': paginationComplete,
  'filter-applied': filterApplied,
  'sort-applied': sortApplied,
  'integer64-exact': integer64Exact,
  'linked-request-accepted': linkedRequestAccepted,
  'custom-case': customCase,
} as const;

/** Findings without a response. */
const WITHOUT_RESPONSE = {
  'response-received': {
    description:
      'Every request gets a complete HTTP response: the server does not close the connection early, send data that is not HTTP or cannot be decompressed, exceed --timeout, or send more than 16 MiB. Of event streams, JSON lines and other endless responses the first parts are checked, then the connection is closed. Redirects count as responses and are not followed.',
  },
} as const;

/** Checks of the document alone. */
export const DOCUMENT_CHECKS = { 'examples-valid': examplesValid } as const;

/** Checks of requests of other clients. */
export const CLIENT_CHECKS = { 'request-valid': requestValid } as const;

/** Checks of the steps of workflows. */
export const WORKFLOW_CHECKS = {
  'success-criteria': successCriteria,
  'workflow-completed': workflowCompleted,
} as const;

/** The checks of scenarios and documents. */
export type ScenarioCheckId = keyof typeof SCENARIO_CHECKS | keyof typeof DOCUMENT_CHECKS | 'integer64-as-string';
export type CheckId =
  | keyof typeof WITHOUT_RESPONSE
  | keyof typeof CHECKS
  | ScenarioCheckId
  | keyof typeof CLIENT_CHECKS
  | keyof typeof WORKFLOW_CHECKS;

const ALL = { ...WITHOUT_RESPONSE, ...CHECKS, ...SCENARIO_CHECKS, ...DOCUMENT_CHECKS };

/** The ids of all checks of a server, in the order of reports. */
export const CHECK_IDS = Object.keys(ALL) as readonly CheckId[];

/** The checks of exchanges of other clients. */
export const TRAFFIC_CHECK_IDS = Object.keys({
  ...CLIENT_CHECKS,
  ...WITHOUT_RESPONSE,
  ...CHECKS,
}).filter((id) => id !== 'head-matches-get' && !id.startsWith('example-')) as readonly CheckId[];

/** The checks of workflows: a workflow may send invalid requests, and expect server errors. */
export const WORKFLOW_CHECK_IDS = Object.keys({ ...WORKFLOW_CHECKS, ...WITHOUT_RESPONSE, ...CHECKS }).filter(
  (id) =>
    !/^(?:no-server-error|example-|valid-input|invalid-input|missing-|unsupported-|authentication|scope|head-)/.test(
      id,
    ),
) as readonly CheckId[];

/** The description of a check. */
export function describeCheck(id: CheckId): string {
  return { ...ALL, ...CLIENT_CHECKS, ...WORKFLOW_CHECKS }[id].description;
}
