// The errors of the identity API, by name. Texts and identifiers are those of the reference implementation; clients
// depend on them.

import { ApiError } from '../index.ts';
import { type TextReader, textFor } from './error-language.ts';

const challenge = (text: string) => ({ headers: { 'www-authenticate': text } });
const invalidToken = (why: string) => challenge(`Bearer error="invalid_token", error_description="${why}"`);

/** No credentials at all: the challenge carries no error code (RFC 6750, section 3.1). */
export const missingToken = () => new ApiError('unauthenticated', 'auth header missing', challenge('Bearer'));

/** The scheme is matched case-sensitively, unlike RFC 9110 has it: the reference implementation does so. */
export const malformedToken = () =>
  new ApiError('unauthenticated', 'invalid auth header', {
    id: 'AUTH-toLo1',
    ...invalidToken('The header must be: Authorization: Bearer <ACCESS_TOKEN>'),
  });

/** The text is an untranslated key, as in the reference implementation, where authentication precedes translation. */
export const rejectedToken = (why = 'The access token is unknown, expired or revoked') =>
  new ApiError('unauthenticated', 'Errors.Token.Invalid', { id: 'AUTH-7fs1e', ...invalidToken(why) });

/** A valid token for another API: its response differs only in the challenge. */
export const foreignToken = (scope: string) => rejectedToken(`The access token was given without the scope ${scope}`);

/** The text is an untranslated key, as above. */
export const foreignOrigin = () => new ApiError('permission_denied', 'Errors.OriginNotAllowed', { id: 'AUTH-DZG21' });

export const unknownOrganization = () =>
  new ApiError('permission_denied', "Organisation doesn't exist", { id: 'AUTH-Bs7Ds' });

export const noMembership = () => new ApiError('not_found', 'membership not found', { id: 'AUTHZ-cdgFk' });

export const noPermission = () =>
  new ApiError('permission_denied', 'No matching permissions found', { id: 'AUTH-5mWD2' });

/** The caller has the permission, but for other projects. */
export const noPermissionOnProject = () =>
  new ApiError('permission_denied', 'No matching permissions found', { id: 'AUTH-3jknH' });

// The following errors come from operations, in the language of the caller.

export const noGrantPermissionOnProject = (reader: TextReader) =>
  new ApiError('permission_denied', textFor(reader, 'noPermissionOnProject'), { id: 'EVENT-Shu7e' });

export const limitExceeded = (reader: TextReader) =>
  new ApiError('invalid_argument', textFor(reader, 'limitExceeded'), { id: 'QUERY-4M0fs' });

/** The text is a key that the reference implementation has no translation for. */
export const missingApp = () => new ApiError('not_found', 'Errors.App.NotExisting', { id: 'QUERY-pCP8P' });

export const foreignApp = (reader: TextReader) =>
  new ApiError('not_found', textFor(reader, 'foreignApp'), { id: 'MANAG-SFf2a' });

export const unknownApp = (reader: TextReader) =>
  new ApiError('not_found', textFor(reader, 'unknownApp'), { id: 'COMMAND-28di9' });

export const unchangedApp = (reader: TextReader) =>
  new ApiError('failed_precondition', textFor(reader, 'unchangedApp'), { id: 'COMMAND-2m8vx' });

export const appNameTaken = (reader: TextReader) =>
  new ApiError('already_exists', textFor(reader, 'appNameTaken'), { id: 'V3-DKcYh' });

export const unknownUser = (reader: TextReader) =>
  new ApiError('failed_precondition', textFor(reader, 'unknownUser'), { id: 'COMMAND-4f8sg' });

export const unknownProject = (reader: TextReader) =>
  new ApiError('failed_precondition', textFor(reader, 'unknownProject'), { id: 'COMMAND-3n77S' });

export const unknownProjectGrant = (reader: TextReader) =>
  new ApiError('failed_precondition', textFor(reader, 'unknownProjectGrant'), { id: 'COMMAND-4m9ff' });

/** The text is a key that the reference implementation has no translation for. */
export const unknownRole = () =>
  new ApiError('failed_precondition', 'Errors.Project.Role.NotFound', { id: 'COMMAND-mm9F4' });

export const userGrantExists = (reader: TextReader) =>
  new ApiError('already_exists', textFor(reader, 'userGrantExists'), { id: 'V3-DKcYh' });
