// Adds credentials to requests, by the security schemes of the document.

import type { Operation } from '../openapi/document.ts';
import type { SecuritySchemeObject } from '../openapi/objects.ts';
import type { Parameter } from '../openapi/parse-parameters.ts';
import { describeUndefinedScheme, listSecuritySchemes, type SecurityRequirement } from '../openapi/security.ts';
import { failure, type Result, success } from '../schema/result.ts';
import { type RequestInput, type SerializedRequest, serializeRequest } from './requests/serialize-request.ts';

/** Given credentials by scheme name: a token, a key, or `user:password`. The empty name is the default. */
export type CredentialsByScheme = ReadonlyMap<string, string>;

/** The first alternative of an operation that is completely given; undefined if there is none. */
export function findGivenAlternative(
  { security }: Pick<Operation, 'security'>,
  credentials: CredentialsByScheme,
): readonly SecurityRequirement[] | undefined {
  return security.find((requirements) =>
    requirements.every(({ name }) => credentials.has(name) || credentials.has('')),
  );
}

/** Adds the credentials of the first alternative that is completely given; fails if there is none. */
export function addCredentials(
  request: SerializedRequest,
  operation: Operation,
  credentials: CredentialsByScheme,
): Result<SerializedRequest> {
  const { security, secured } = operation;
  const findCredential = (requirement: SecurityRequirement) => credentials.get(requirement.name) ?? credentials.get('');
  const alternative = findGivenAlternative(operation, credentials);
  if (alternative)
    return success(
      alternative.reduce(
        (so, requirement) => addCredential(so, requirement, findCredential(requirement) ?? ''),
        request,
      ),
    );
  if (!secured) return success(request);
  const names = security.map((requirements) => requirements.map(({ name }) => name).join(' and '));
  const unknown = security.flat().find(({ scheme }) => scheme === undefined);
  const mistake = unknown
    ? `; ${describeUndefinedScheme(unknown.name, [...listSecuritySchemes(operation.references).keys()])}`
    : '';
  return failure(`no credentials for ${names.join(' or ')} (--auth ${security[0]?.[0]?.name}=…)${mistake}`);
}

/** Serializes a request for an operation, with credentials. */
export function createRequest(
  operation: Operation,
  input: RequestInput,
  credentials: CredentialsByScheme,
): Result<SerializedRequest> {
  const request = serializeRequest(operation, input);
  return request.ok ? addCredentials(request.value, operation, credentials) : request;
}

/** Serializes a request without credentials, also without those in common headers. */
export function createAnonymousRequest(operation: Operation, input: RequestInput): Result<SerializedRequest> {
  const plain = serializeRequest(operation, withoutCredentials(operation, input));
  if (!plain.ok) return plain;
  const omittedHeaders = [...(plain.value.omittedHeaders ?? []), ...listCredentialHeaders(operation)];
  return success({ ...plain.value, omittedHeaders });
}

/** Serializes a request of another caller: no credential of the common headers is sent. */
export function createRequestOf(
  caller: CredentialsByScheme,
  operation: Operation,
  input: RequestInput,
): Result<SerializedRequest> {
  const request = createAnonymousRequest(operation, input);
  return request.ok ? addCredentials(request.value, operation, caller) : request;
}

/** A call with one credential in its place (OpenAPI 3.0.3, section 4.7.26). */
export function addCredential(
  request: SerializedRequest,
  requirement: SecurityRequirement,
  text: string,
): SerializedRequest {
  return { ...withCredential(request, requirement, text), scopes: [...(request.scopes ?? []), ...requirement.scopes] };
}

function withCredential(request: SerializedRequest, { scheme }: SecurityRequirement, text: string): SerializedRequest {
  if (scheme?.type === 'apiKey') {
    const { name } = scheme;
    if (scheme.in === 'query') {
      const [path = '', query = ''] = request.target.split(/\?(.*)/s);
      const pair = (value: string) => `${encodeURIComponent(name)}=${value}`;
      // A parameter of this name may be there already.
      const others = query.split('&').filter((one) => one !== '' && !one.startsWith(pair('')));
      return { ...request, target: `${path}?${[...others, pair(encodeURIComponent(text))].join('&')}` };
    }
    return withHeader(
      request,
      scheme.in === 'cookie' ? 'Cookie' : name,
      scheme.in === 'cookie' ? `${name}=${text}` : text,
    );
  }
  const isBasic = scheme?.type === 'http' && scheme.scheme?.toLowerCase() === 'basic';
  return withHeader(
    request,
    'Authorization',
    isBasic ? `Basic ${Buffer.from(text.includes(':') ? text : `${text}:`).toString('base64')}` : `Bearer ${text}`,
  );
}

/**
 * Whether a parameter contains an API key of the operation: then it is sent as a credential, and its schema is
 * ignored.
 */
export function isCredential(
  { security }: Pick<Operation, 'security'>,
  { in: location, name }: { readonly in: string; readonly name: string },
): boolean {
  return security.flat().some(({ scheme }) => {
    if (scheme?.type !== 'apiKey' || scheme.in !== location) return false;
    return location === 'header' ? scheme.name.toLowerCase() === name.toLowerCase() : scheme.name === name;
  });
}

/** Removes the credentials from the input of a request. */
export function withoutCredentials(operation: Operation, input: RequestInput): RequestInput {
  const own = operation.parameters.filter((parameter) => isCredential(operation, parameter));
  const without = (location: Parameter['in']) => {
    const names = own.flatMap((one) =>
      one.in === location ? (location === 'header' ? one.name.toLowerCase() : one.name) : [],
    );
    return Object.fromEntries(Object.entries(input[location]).filter(([name]) => !names.includes(name)));
  };
  return { ...input, query: without('query'), header: without('header'), cookie: without('cookie') };
}

/** The headers with credentials of an operation, in lower case. */
function listCredentialHeaders({ security }: Pick<Operation, 'security'>): readonly string[] {
  return security.flat().flatMap(({ scheme }) => {
    if (scheme?.type !== 'apiKey') return 'authorization';
    if (scheme.in === 'query') return [];
    return scheme.in === 'cookie' ? 'cookie' : scheme.name.toLowerCase();
  });
}

function withHeader(request: SerializedRequest, name: string, text: string): SerializedRequest {
  const before = request.headers.find(([other]) => other.toLowerCase() === name.toLowerCase());
  const joined = before && name === 'Cookie' ? `${before[1]}; ${text}` : text;
  const others = request.headers.filter((one) => one !== before);
  return { ...request, headers: [...others, [name, joined]] };
}

/**
 * Extracts the credentials of headers, by security scheme.
 *
 * @param headers - of every request, by name in any case
 * @param schemes - by name
 */
export function extractCredentials(
  headers: Readonly<Record<string, string>>,
  schemes: ReadonlyMap<string, SecuritySchemeObject | undefined>,
): CredentialsByScheme {
  const fields = new Map(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text.trim()]));
  const authorization = fields.get('authorization') ?? '';
  return new Map(
    [...schemes].flatMap(([name, scheme]) => {
      const credential = scheme && findCredential(scheme, authorization, fields);
      return credential ? [[name, credential] as const] : [];
    }),
  );
}

function findCredential(
  scheme: SecuritySchemeObject,
  authorization: string,
  fields: ReadonlyMap<string, string>,
): string | undefined {
  if (scheme.type === 'apiKey') return scheme.in === 'header' ? fields.get(scheme.name.toLowerCase()) : undefined;
  const takesTokens = scheme.type === 'oauth2' || scheme.type === 'openIdConnect';
  const kind = scheme.type === 'http' ? scheme.scheme.toLowerCase() : takesTokens && 'bearer';
  const [, prefix = '', text = ''] = /^(\S+) +(\S+)$/.exec(authorization) ?? [];
  if (prefix.toLowerCase() !== kind) return undefined;
  // RFC 7617, section 2.
  return kind === 'basic' ? Buffer.from(text, 'base64').toString() : kind === 'bearer' ? text : undefined;
}
