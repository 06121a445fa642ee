// Authenticates callers by the security schemes of a document.

import type { Operation } from '../../../openapi/document.ts';
import { isSupportedScheme, type SecurityRequirement } from '../../../openapi/security.ts';
import { ApiError } from '../errors/api-error.ts';
import type { WireRequest } from '../wire.ts';
import { type CredentialProblem, createChallenge, describeRequirement } from './challenge.ts';
import {
  type Credential,
  createKnownCredentials,
  isBearer,
  type PresentedCredential,
  readCredential,
} from './credential.ts';

/** The caller of an operation, by the security schemes of the document. */
export interface Caller {
  /** The name of the security scheme in the document; the first one if several are required together. */
  readonly scheme: string;
  /** The id of the user of an issued token. Default: not known. */
  readonly id?: string;
  /** The user name (HTTP Basic), the display name of the user of an issued token, or the name of the credential. */
  readonly name: string | undefined;
  /** The scopes of the credential; those of the operation if every credential is accepted. */
  readonly scopes: readonly string[];
}

/** The user of an issued token. */
export interface TokenUser {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The bearer token of a request, as its issuer knows it. */
export interface CheckedToken {
  /** Undefined if the token is not valid, and without a token. */
  readonly user: TokenUser | undefined;
  /** Why a token is not valid. */
  readonly problem: string | undefined;
  /** Whether tokens can have a scope. */
  isScope(scope: string): boolean;
}

/** Checks callers. */
export interface Authenticator {
  /**
   * The caller; undefined if none is required, and none was sent.
   *
   * @param token - for an API with issued tokens: only these and known credentials are accepted
   * @throws ApiError `unauthenticated`, with a challenge for each alternative
   * @throws ApiError `permission_denied` for a missing scope
   */
  authenticate(operation: Operation, request: WireRequest, token?: CheckedToken): Caller | undefined;
}

/**
 * @param realm - the protected area, for clients
 * @param accepted - the accepted credentials; undefined accepts every well-formed one
 */
export function createAuthenticator(realm: string, accepted: readonly Credential[] | undefined): Authenticator {
  const credentials = accepted && createKnownCredentials(accepted);

  const evaluate = (
    requirement: SecurityRequirement,
    request: WireRequest,
    token: CheckedToken | undefined,
  ): Outcome => {
    const { name: scheme, scopes } = requirement;
    if (isUnchecked(requirement)) return { demand: requirement, caller: { scheme, name: undefined, scopes } };
    const presented = readCredential(requirement.scheme as NonNullable<SecurityRequirement['scheme']>, request);
    if (presented.is === 'nothing') return { demand: requirement };
    if (presented.is === 'other') return { demand: requirement, isOther: true };
    if (presented.is === 'malformed') {
      return { demand: requirement, trouble: { error: 'invalid_request', description: presented.why } };
    }
    const found = credentials?.find(scheme, presented);
    if (token && !found && isBearer(requirement.scheme)) return byToken(requirement, token);
    if (!credentials) return { demand: requirement, caller: { scheme, name: presented.user, scopes } };
    if (!found)
      return { demand: requirement, trouble: { error: 'invalid_token', description: describeUnknown(presented) } };
    const caller = { scheme, name: found.name ?? presented.user, scopes: found.scopes ?? scopes };
    const missing = scopes.filter((scope) => !caller.scopes.includes(scope));
    if (missing.length === 0) return { demand: requirement, caller };
    const description = `the credential lacks the scope ${missing.join(' ')}`;
    return { demand: requirement, caller, trouble: { error: 'insufficient_scope', description } };
  };

  return {
    authenticate({ security, securityOptional, secured }, request, token) {
      if (!secured && !securityOptional) return undefined;
      const outcomes = security
        .filter((demands) => demands.length > 0)
        .map((demands) => demands.map((requirement) => evaluate(requirement, request, token)));
      const satisfied = outcomes.filter((alternative) =>
        alternative.every(({ caller, trouble: problem }) => caller && !problem),
      );
      const [best] = satisfied.toSorted((one, other) => Number(isAllUnchecked(one)) - Number(isAllUnchecked(other)));
      if (best && (secured || !isAllUnchecked(best))) return selectCaller(best);
      // An invalid credential is reported, even if none is required.
      if (!secured && outcomes.flat().every(({ trouble: problem, isOther }) => !problem && !isOther)) return undefined;
      throw createError(outcomes, realm, credentials === undefined && !token ? ' (any value is accepted)' : '');
    },
  };
}

/** The bearer token of a request, if a scheme of the operation uses one. */
export function bearerToken({ security }: Operation, request: WireRequest): string | undefined {
  const scheme = security.flat().find((requirement) => isBearer(requirement.scheme))?.scheme;
  const presented = scheme && readCredential(scheme, request);
  return presented?.is === 'secret' ? presented.secret : undefined;
}

/** Whether a request has a credential for a scheme of an operation, valid or not. */
export function hasCredential(operation: Operation, request: WireRequest): boolean {
  return readCredentials(operation, request).some(({ is }) => is !== 'nothing' && is !== 'other');
}

/** Whether a request has any credential at the location of a scheme, also one of another scheme. */
export function hasAuthorization(operation: Operation, request: WireRequest): boolean {
  return readCredentials(operation, request).some(({ is }) => is !== 'nothing');
}

function readCredentials({ security }: Operation, request: WireRequest): readonly PresentedCredential[] {
  return security.flat().flatMap(({ scheme }) => (scheme ? readCredential(scheme, request) : []));
}

const uncheckedByOperation = new WeakMap<Operation, readonly string[]>();

/** The schemes of an operation that are not checked, a sentence each. */
export function listUncheckedSchemes(operation: Operation): readonly string[] {
  const accepted = uncheckedByOperation.get(operation);
  if (accepted) return accepted;
  const unchecked = operation.security.flat().filter(isUnchecked);
  const sentences = [...new Set(unchecked.map(({ name }) => name))].map(
    (name) => `security scheme ${name} is not checked; every caller is accepted`,
  );
  uncheckedByOperation.set(operation, sentences);
  return sentences;
}

/** The result of one requirement: a caller, a problem, or no credential. */
interface Outcome {
  readonly demand: SecurityRequirement;
  readonly caller?: Caller;
  readonly trouble?: CredentialProblem;
  /** Whether the credential belongs to another scheme. Default: no. */
  readonly isOther?: boolean;
}

type Alternative = readonly Outcome[];

/** Scopes that no issued token can have are not required. */
function byToken(
  requirement: SecurityRequirement,
  { user, problem = 'unknown token', isScope }: CheckedToken,
): Outcome {
  if (!user) return { demand: requirement, trouble: { error: 'invalid_token', description: problem } };
  const caller = { scheme: requirement.name, ...user };
  const missing = requirement.scopes.filter((scope) => isScope(scope) && !user.scopes.includes(scope));
  if (missing.length === 0) return { demand: requirement, caller };
  const description = `the token lacks the scope ${missing.join(' ')}`;
  return { demand: requirement, caller, trouble: { error: 'insufficient_scope', description } };
}

/** Whether a scheme cannot be checked: client certificates, and undescribed ones. */
function isUnchecked({ scheme }: SecurityRequirement): boolean {
  return !isSupportedScheme(scheme);
}

function isAllUnchecked(alternative: Alternative): boolean {
  return alternative.every(({ demand: requirement }) => isUnchecked(requirement));
}

function selectCaller(satisfied: Alternative): Caller | undefined {
  const checked = satisfied.filter(({ demand: requirement }) => !isUnchecked(requirement));
  const callers = (checked.length > 0 ? checked : satisfied).flatMap(({ caller }) => caller ?? []);
  const [first] = callers;
  const id = callers.find((one) => one.id !== undefined)?.id;
  return (
    first && {
      scheme: first.scheme,
      ...(id !== undefined && { id }),
      name: callers.find(({ name }) => name !== undefined)?.name,
      scopes: [...new Set(callers.flatMap(({ scopes }) => scopes))],
    }
  );
}

function describeUnknown({ user }: PresentedCredential & { readonly is: 'secret' }): string {
  return user === undefined ? 'unknown credential' : 'wrong user or password';
}

/** The message is about the nearest alternative; every alternative has a challenge. */
function createError(outcomes: readonly Alternative[], realm: string, hint: string): ApiError {
  const challenges = outcomes.flatMap((alternative) => {
    const unsatisfied = alternative.find(({ caller, trouble: problem }) => !caller || problem);
    return (unsatisfied && createChallenge(unsatisfied.demand, realm, unsatisfied.trouble)) ?? [];
  });
  const headers: Record<string, string> = {};
  if (challenges.length > 0) headers['www-authenticate'] = [...new Set(challenges)].join(', ');
  const accepted = outcomes.find((alternative) => alternative.every(({ caller }) => caller));
  const problem = (accepted ?? outcomes.flat()).find((one) => one.trouble)?.trouble;
  if (accepted && problem) return new ApiError('permission_denied', problem.description, { headers });
  if (problem) return new ApiError('unauthenticated', problem.description, { headers });
  const alternatives = outcomes.map((alternative) =>
    alternative.map(({ demand: requirement }) => describeRequirement(requirement)).join(' and '),
  );
  return new ApiError(
    'unauthenticated',
    `Authentication required: send ${[...new Set(alternatives)].join(', or ')}${hint}`,
    {
      headers,
    },
  );
}
