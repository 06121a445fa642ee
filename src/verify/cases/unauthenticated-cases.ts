// Unauthenticated cases: without credentials, with invalid or expired ones, and with those of other schemes.

import { isSupportedScheme, listSecuritySchemes, type SecurityRequirement } from '../../openapi/security.ts';
import { addCredential, addCredentials, createAnonymousRequest, findGivenAlternative } from '../credentials.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import type { CaseContext } from './case-context.ts';
import type { Expectation, TestCase } from './test-case.ts';

/** Maximum number of other schemes per operation. */
const MAX_OTHERS = 3;

/** How a case differs from the starting request without credentials. */
interface Variant extends Pick<TestCase, 'description' | 'expectation'> {
  /** Adds the credentials of the case. */
  authenticate(request: SerializedRequest): SerializedRequest;
}

export function* generateUnauthenticatedCases(
  context: Pick<CaseContext, 'operation' | 'input' | 'credentials' | 'callers' | 'variationContext' | 'uniqueValues'>,
): Generator<TestCase> {
  const { operation, input, uniqueValues } = context;
  if (!operation.secured) return;
  for (const { authenticate, ...variant } of listVariants(context)) {
    // An accepted request would make the next one a duplicate.
    const request = createAnonymousRequest(operation, uniqueValues.renew(input).input).value;
    if (request) yield { operation, phase: 'invalid', ...variant, request: authenticate(request) };
  }
}

function listVariants(
  context: Pick<CaseContext, 'operation' | 'credentials' | 'callers' | 'variationContext'>,
): readonly Variant[] {
  const { operation, credentials } = context;
  const expectation: Expectation = { kind: 'anonymous' };
  const [requirement] = operation.security.flat();
  // If any credential is accepted, rejections cannot be tested.
  const own = requirement && credentials.has(requirement.name) ? requirement : undefined;
  const invalid = own && getCredentialForm(own) === 'authorization basic' ? 'nobody:nothing' : 'no-such-credentials';
  return [
    { expectation, description: 'without credentials', authenticate: (request) => request },
    ...(own
      ? [
          {
            expectation,
            description: 'with invalid credentials',
            authenticate: (request: SerializedRequest) => addCredential(request, own, invalid),
          },
        ]
      : []),
    ...(own && own.scheme?.type !== 'apiKey'
      ? [{ expectation, description: 'with credentials of another scheme', authenticate: addDigest }]
      : []),
    ...listOtherCredentials(context).map(({ other, text, isAlike }) => ({
      expectation: { ...expectation, isAlike },
      description: `with credentials for ${other.name}, which the operation does not accept`,
      authenticate: (request: SerializedRequest) => addCredential(request, other, text),
    })),
    ...listRejectedVariants(context),
  ];
}

function addDigest(request: SerializedRequest): SerializedRequest {
  return { ...request, headers: [...request.headers, ['Authorization', 'Digest username="x", response="y"']] };
}

/** The accepted request with one credential replaced: by tokens to reject, and by one without the scopes. */
function listRejectedVariants({
  operation,
  credentials,
  callers,
}: Pick<CaseContext, 'operation' | 'credentials' | 'callers'>): readonly Variant[] {
  const withToken = (name: string, token: string) => (request: SerializedRequest) =>
    addCredentials(request, operation, new Map([...credentials, [name, token]])).value ?? request;
  return (findGivenAlternative(operation, credentials) ?? []).flatMap(({ name, scopes }): readonly Variant[] => {
    const rejected = (callers.rejected?.get(name) ?? []).map(({ token, description }) => ({
      expectation: { kind: 'anonymous' } as const,
      description,
      authenticate: withToken(name, token),
    }));
    const unscoped = callers.unscoped?.get(name);
    if (unscoped === undefined || scopes.length === 0) return rejected;
    const description = `with a token without the scope ${scopes.join(' ')}`;
    return [
      ...rejected,
      { expectation: { kind: 'unscoped', scopes }, description, authenticate: withToken(name, unscoped) },
    ];
  });
}

interface OtherCredential {
  readonly other: SecurityRequirement;
  readonly text: string;
  /** Whether it has the form of one of the operation's schemes. */
  readonly isAlike: boolean;
}

/** Valid credentials of schemes that no alternative of the operation has. */
function listOtherCredentials({
  operation,
  credentials,
  variationContext,
}: Pick<CaseContext, 'operation' | 'credentials' | 'variationContext'>): readonly OtherCredential[] {
  const own = operation.security.flat();
  const findCredential = ({ name }: Pick<SecurityRequirement, 'name'>) => credentials.get(name) ?? credentials.get('');
  return [...listSecuritySchemes(variationContext.document.references)]
    .flatMap(([name, scheme]): readonly OtherCredential[] => {
      const other = { name, scheme, scopes: [] };
      const text = findCredential(other);
      const form = getCredentialForm(other);
      if (text === undefined || form === undefined || own.some((requirement) => requirement.name === name)) return [];
      const alike = own.filter((requirement) => haveSameForm(getCredentialForm(requirement), form));
      // The same token may be valid for both.
      if (alike.some((requirement) => findCredential(requirement) === text || !credentials.has(requirement.name)))
        return [];
      return [{ other, text, isAlike: alike.length > 0 }];
    })
    .slice(0, MAX_OTHERS);
}

/** The location and form of a credential; undefined for unsupported schemes. */
function getCredentialForm({ scheme }: Pick<SecurityRequirement, 'scheme'>): string | undefined {
  if (!scheme || !isSupportedScheme(scheme)) return undefined;
  if (scheme.type === 'apiKey')
    return scheme.in === 'header' && /^authorization$/i.test(scheme.name)
      ? 'authorization'
      : `${scheme.in} ${scheme.in === 'header' ? scheme.name.toLowerCase() : scheme.name}`;
  if (scheme.type !== 'http') return 'authorization bearer';
  const kind = scheme.scheme.toLowerCase();
  return kind === 'basic' || kind === 'bearer' ? `authorization ${kind}` : undefined;
}

/** Whether two credentials may have the same form. An API key in `Authorization` may have any. */
function haveSameForm(one: string | undefined, other: string): boolean {
  if (one === undefined) return true;
  return (
    one === other ||
    ([one, other].every((form) => form.startsWith('authorization')) && [one, other].includes('authorization'))
  );
}
