// Checks credentials against the security schemes of a document.

import type { Document } from '../../openapi/document.ts';
import { listSecuritySchemes, type SecurityRequirement } from '../../openapi/security.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { CredentialsByScheme } from '../../verify/credentials.ts';
import type { OAuthClient } from '../../verify/oauth/client.ts';
import { type Bearer, type BearerSettings, createBearer } from '../../verify/oauth/with-tokens.ts';

/** Credentials and OAuth clients by the names of security schemes. */
export interface SchemeCredentials {
  readonly credentials: CredentialsByScheme;
  readonly clients: ReadonlyMap<string, OAuthClient>;
}

/**
 * @param suffix - of the flags: `-other` for `--auth-other`
 * @throws UsageError with unknown schemes, and with clients for schemes that use no tokens
 */
export function requireSchemes(
  documents: readonly Document[],
  { credentials, clients }: SchemeCredentials,
  suffix = '',
): void {
  const schemes = new Map(documents.flatMap((document) => [...schemesOf(document)]));
  const problems = [...flagged(`--auth${suffix}`, credentials), ...flagged(`--client${suffix}`, clients)].flatMap(
    ([flag, name]) => {
      if (schemes.has(name)) return [];
      const nearest = findNearestName(name, schemes.keys());
      return [`${flag}: unknown security scheme ${JSON.stringify(name)}${nearest ? `; did you mean ${nearest}?` : ''}`];
    },
  );
  const unsuitable = [...clients.keys()].filter((name) => schemes.has(name) && !usesTokens(schemes.get(name)));
  for (const name of unsuitable) problems.push(`--client${suffix} ${name}: this security scheme does not use tokens`);
  if (problems.length === 0) return;
  const names = [...schemes.keys()];
  const known = names.length === 0 ? 'The document has none.' : `The document has ${names.join(', ')}.`;
  throw new UsageError(problems.length === 1 ? `${problems[0]}` : 'Invalid credentials:', [
    ...(problems.length === 1 ? [] : problems),
    known,
  ]);
}

function flagged(flag: string, named: ReadonlyMap<string, unknown>): readonly (readonly [string, string])[] {
  return [...named.keys()].filter((name) => name !== '').map((name) => [flag, name]);
}

/** The schemes that a document describes, and those that operations require without a description. */
export function schemesOf(document: Document): ReadonlyMap<string, SecurityRequirement['scheme']> {
  return new Map<string, SecurityRequirement['scheme']>([
    ...requirementsOf(document).map(({ name, scheme }) => [name, scheme] as const),
    ...listSecuritySchemes(document.references),
  ]);
}

function usesTokens(scheme: SecurityRequirement['scheme']): boolean {
  const isOther = scheme?.type === 'apiKey' || (scheme?.type === 'http' && !/^bearer$/i.test(scheme.scheme));
  return !isOther;
}

function requirementsOf({ operations }: Document): readonly SecurityRequirement[] {
  return [...operations.values()].flatMap(({ security }) => security.flat());
}

/** The clients for security schemes of a document. */
export function bearersOf(
  document: Document,
  clients: SchemeCredentials['clients'],
  settings: BearerSettings,
): readonly Bearer[] {
  const schemes = schemesOf(document);
  return [...clients].flatMap(([name, client]) =>
    schemes.has(name) ? [createBearer(name, schemes.get(name), client, settings)] : [],
  );
}

/**
 * Gets a token for the first operation that requires one. Rejected scopes are ignored.
 *
 * @param signal - cancels it; then no token is required
 * @throws UsageError if the client gets none
 */
export async function requireToken(document: Document, { name, tokens }: Bearer, signal: AbortSignal): Promise<void> {
  const required = requirementsOf(document).find((one) => one.name === name);
  if (!required || signal.aborted) return;
  try {
    await tokens.for(required.scopes, signal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (!signal.aborted && !/invalid_scope/.test(error.message))
      throw new UsageError(`Cannot get a token for ${name}: ${error.message.replaceAll('NAME', name)}.`);
  }
}

/** Secrets to mask in reports, with their replacements. */
export function knownSecrets(
  { credentials, clients, secrets }: SchemeCredentials & { readonly secrets: CredentialsByScheme },
  bearers: readonly Bearer[],
): CredentialsByScheme {
  const issued = bearers.flatMap(({ name, tokens }) =>
    [...tokens.all].map((token, index) => [`${name} token${index === 0 ? '' : ` ${index + 1}`}`, token] as const),
  );
  const ofClients = [...clients].map(([name, { secret }]) => [`${name} secret`, secret] as const);
  return new Map([...secrets, ...ofClients, ...issued, ...credentials]);
}
