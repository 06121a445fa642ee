// Unauthenticated cases: without credentials, with invalid or expired ones, and with those of other schemes.

import { isSupportedScheme, listSecuritySchemes, type SecurityRequirement } from '../../openapi/security.ts';
import { addCredential, addCredentials, createAnonymousRequest, findGivenAlternative } from '../credentials.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import type { BaselineContext } from './baseline-context.ts';
import type { Expectation, TestCase } from './test-case.ts';

/** Maximum number of other schemes per operation. */
const MAX_OTHERS = 3;

export function* generateUnauthenticatedCases(
  baseline: Pick<BaselineContext, 'operation' | 'input' | 'credentials' | 'callers' | 'variationContext'>,
): Generator<TestCase> {
  const { operation, input, credentials } = baseline;
  if (!operation.secured) return;
  const request = createAnonymousRequest(operation, input).value;
  if (!request) return;
  const expectation: Expectation = { kind: 'anonymous' };
  const phase = 'invalid';
  yield { operation, phase, expectation, description: 'without credentials', request };
  const [requirement] = operation.security.flat();
  // If any credential is accepted, rejections cannot be tested.
  if (requirement && credentials.has(requirement.name)) {
    const invalid = getCredentialForm(requirement) === 'authorization basic' ? 'nobody:nothing' : 'no-such-credentials';
    yield {
      operation,
      phase,
      expectation,
      description: 'with invalid credentials',
      request: addCredential(request, requirement, invalid),
    };
    if (requirement.scheme?.type !== 'apiKey') {
      const headers = [...request.headers, ['Authorization', 'Digest username="x", response="y"'] as const];
      yield {
        operation,
        phase,
        expectation,
        description: 'with credentials of another scheme',
        request: { ...request, headers },
      };
    }
  }
  for (const { other, text, isAlike } of listOtherCredentials(baseline)) {
    const what = `with credentials for ${other.name}, which the operation does not accept`;
    yield {
      operation,
      phase,
      expectation: { ...expectation, isAlike },
      description: what,
      request: addCredential(request, other, text),
    };
  }
  yield* generateRejectedCases(baseline, request);
}

/** The accepted request with one credential replaced: by tokens to reject, and by one without the scopes. */
function* generateRejectedCases(
  { operation, credentials, callers }: Pick<BaselineContext, 'operation' | 'credentials' | 'callers'>,
  request: SerializedRequest,
): Generator<TestCase> {
  const phase = 'invalid';
  const withToken = (name: string, token: string) =>
    addCredentials(request, operation, new Map([...credentials, [name, token]])).value ?? request;
  for (const { name, scopes } of findGivenAlternative(operation, credentials) ?? []) {
    for (const { token, description } of callers.rejected?.get(name) ?? [])
      yield { operation, phase, expectation: { kind: 'anonymous' }, description, request: withToken(name, token) };
    const unscoped = callers.unscoped?.get(name);
    if (unscoped === undefined || scopes.length === 0) continue;
    const description = `with a token without the scope ${scopes.join(' ')}`;
    yield {
      operation,
      phase,
      expectation: { kind: 'unscoped', scopes },
      description,
      request: withToken(name, unscoped),
    };
  }
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
}: Pick<BaselineContext, 'operation' | 'credentials' | 'variationContext'>): readonly OtherCredential[] {
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
