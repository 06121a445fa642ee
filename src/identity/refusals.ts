// What the identity API refuses, by name. Texts and identifiers are those of the reference implementation; clients switch on them.

import { Failure } from '../index.ts';

const challenge = (text: string) => ({ headers: { 'www-authenticate': text } });
const invalidToken = (why: string) => challenge(`Bearer error="invalid_token", error_description="${why}"`);

/** No credentials at all: the challenge carries no error code (RFC 6750, section 3.1). */
export const missingToken = () => new Failure('unauthenticated', 'auth header missing', challenge('Bearer'));

/** The scheme is matched case-sensitively, unlike RFC 9110 has it: the reference implementation does so. */
export const malformedToken = () =>
  new Failure('unauthenticated', 'invalid auth header', {
    id: 'AUTH-toLo1',
    ...invalidToken('The header must be: Authorization: Bearer <ACCESS_TOKEN>'),
  });

/** The text is an untranslated key, as in the reference implementation, where authentication comes before translation. */
export const rejectedToken = (why = 'The access token is unknown, expired or revoked') =>
  new Failure('unauthenticated', 'Errors.Token.Invalid', { id: 'AUTH-7fs1e', ...invalidToken(why) });

/** A token that is good, but not for this API: in the answer it differs by its challenge only. */
export const foreignToken = (scope: string) => rejectedToken(`The access token was given without the scope ${scope}`);

export const unknownOrganization = () =>
  new Failure('permission_denied', "Organisation doesn't exist", { id: 'AUTH-Bs7Ds' });

export const noMembership = () => new Failure('not_found', 'membership not found', { id: 'AUTHZ-cdgFk' });

export const noPermission = () =>
  new Failure('permission_denied', 'No matching permissions found', { id: 'AUTH-5mWD2' });

/** The caller has the permission, but for other projects. */
export const noPermissionOnProject = () =>
  new Failure('permission_denied', 'No matching permissions found', { id: 'AUTH-3jknH' });

export const noGrantPermissionOnProject = () =>
  new Failure('permission_denied', 'User has no permissions on this project', { id: 'EVENT-Shu7e' });

export const limitExceeded = () => new Failure('invalid_argument', 'Limit exceeded', { id: 'QUERY-4M0fs' });

export const unknownApp = () => new Failure('not_found', "Application doesn't exist", { id: 'COMMAND-28di9' });

export const unchangedApp = () => new Failure('failed_precondition', 'No changes', { id: 'COMMAND-2m8vx' });

export const appNameTaken = () => new Failure('already_exists', 'Application already exists', { id: 'V3-DKcYh' });

export const unknownUser = () => new Failure('failed_precondition', 'User could not be found', { id: 'COMMAND-4f8sg' });

export const unknownProject = () => new Failure('failed_precondition', 'Project not found', { id: 'COMMAND-3n77S' });

export const unknownProjectGrant = () => new Failure('failed_precondition', 'Grant not found', { id: 'COMMAND-4m9ff' });

/** The text is a key that the reference implementation has no translation for. */
export const unknownRole = () =>
  new Failure('failed_precondition', 'Errors.Project.Role.NotFound', { id: 'COMMAND-mm9F4' });

export const userGrantExists = () => new Failure('already_exists', 'User grant already exists', { id: 'V3-DKcYh' });
