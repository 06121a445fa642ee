// All checks, by their ids: as reports name them, and `--checks` and `--skip`.

import { authenticationRequired } from './checks/authentication-required.ts';
import { caseAsExpected } from './checks/case-as-expected.ts';
import { documentedMediaType } from './checks/documented-media-type.ts';
import { documentedStatus } from './checks/documented-status.ts';
import { errorBody } from './checks/error-body.ts';
import { examplesValid } from './checks/examples-valid.ts';
import { filterHolds } from './checks/filter-holds.ts';
import { goneAfterDelete } from './checks/gone-after-delete.ts';
import { headAsGet } from './checks/head-as-get.ts';
import { integer64AsString } from './checks/integer64-as-string.ts';
import { invalidInputRefused } from './checks/invalid-input-refused.ts';
import { linkedRequestAccepted } from './checks/linked-request-accepted.ts';
import { listContainsCreated } from './checks/list-contains-created.ts';
import { missingRequiredRefused } from './checks/missing-required-refused.ts';
import { noExtraBytes } from './checks/no-extra-bytes.ts';
import { noServerError } from './checks/no-server-error.ts';
import { pagingComplete } from './checks/paging-complete.ts';
import { putIdempotent } from './checks/put-idempotent.ts';
import { readAfterCreate } from './checks/read-after-create.ts';
import { requestAllowed } from './checks/request-allowed.ts';
import { responseBody } from './checks/response-body.ts';
import { responseHeaders } from './checks/response-headers.ts';
import { sortedAsAsked } from './checks/sorted-as-asked.ts';
import { unsupportedMethod } from './checks/unsupported-method.ts';
import { updateIsKept } from './checks/update-is-kept.ts';
import { validInputAccepted } from './checks/valid-input-accepted.ts';
import type { Check } from './trial.ts';

export const CHECKS = {
  'documented-status': documentedStatus,
  'documented-media-type': documentedMediaType,
  'response-body': responseBody,
  'response-headers': responseHeaders,
  'no-server-error': noServerError,
  'valid-input-accepted': validInputAccepted,
  'invalid-input-refused': invalidInputRefused,
  'missing-required-refused': missingRequiredRefused,
  'unsupported-method': unsupportedMethod,
  'authentication-required': authenticationRequired,
  'error-body': errorBody,
  'head-as-get': headAsGet,
  'no-extra-bytes': noExtraBytes,
  'integer64-as-string': integer64AsString,
} as const satisfies Readonly<Record<string, Check>>;

/** What only several requests show, one after the other. */
export const STORY_CHECKS = {
  'read-after-create': readAfterCreate,
  'list-contains-created': listContainsCreated,
  'update-is-kept': updateIsKept,
  'put-idempotent': putIdempotent,
  'gone-after-delete': goneAfterDelete,
  'paging-complete': pagingComplete,
  'filter-holds': filterHolds,
  'sorted-as-asked': sortedAsAsked,
  'linked-request-accepted': linkedRequestAccepted,
  'case-as-expected': caseAsExpected,
} as const;

/** What is told where there is no answer that could be judged. */
const WITHOUT_ANSWER = {
  answered: {
    meaning:
      'Every request is answered: the server does not close the connection, break off, send what is no HTTP or cannot be unpacked, take longer than --timeout, or send more than 16 MiB. Redirects are answers, and not followed.',
  },
} as const;

/** What the document shows by itself. */
export const DOCUMENT_CHECKS = { 'examples-valid': examplesValid } as const;

/** What only who sees the requests of others can tell. */
export const CLIENT_CHECKS = { 'request-allowed': requestAllowed } as const;

/** Those of which a story, or the document itself, tells something. */
export type StoryCheckId = keyof typeof STORY_CHECKS | keyof typeof DOCUMENT_CHECKS | 'integer64-as-string';
export type CheckId = keyof typeof WITHOUT_ANSWER | keyof typeof CHECKS | StoryCheckId | keyof typeof CLIENT_CHECKS;

const ALL = { ...WITHOUT_ANSWER, ...CHECKS, ...STORY_CHECKS, ...DOCUMENT_CHECKS };

/** The ids of all checks of a server, in the order of reports. */
export const CHECK_IDS = Object.keys(ALL) as readonly CheckId[];

/** Those of exchanges that somebody else began. */
export const PASSING_CHECK_IDS = Object.keys({
  ...CLIENT_CHECKS,
  ...WITHOUT_ANSWER,
  ...CHECKS,
}).filter((id) => id !== 'head-as-get') as readonly CheckId[];

/** What a check looks at. */
export function meaningOf(id: CheckId): string {
  return { ...ALL, ...CLIENT_CHECKS }[id].meaning;
}
