// Checks credentials against the security schemes of a document.

import type { Document } from '../../openapi/document.ts';
import { listSecuritySchemes, type SecurityRequirement } from '../../openapi/security.ts';
import { findNearestName } from '../../schema/nearest-name.ts';
import { UsageError } from '../../schema/usage-error.ts';
import type { Credentials } from '../../verify/credentials.ts';
import { NoToken, type OAuthClient } from '../../verify/oauth/client.ts';
import { type Bearer, type BearerSettings, createBearer } from '../../verify/oauth/with-tokens.ts';

/** What is shown to a server, by the names of security schemes. */
export interface ShownCredentials {
  readonly credentials: Credentials;
  readonly clients: ReadonlyMap<string, OAuthClient>;
}

/** @throws UsageError with the names that no document has a scheme of, and the clients for schemes that take no tokens */
export function requireSchemes(documents: readonly Document[], { credentials, clients }: ShownCredentials): void {
  const schemes = new Map(documents.flatMap((document) => [...schemesOf(document)]));
  const problems = [...flagged('--auth', credentials), ...flagged('--client', clients)].flatMap(([flag, name]) => {
    if (schemes.has(name)) return [];
    const meant = findNearestName(name, schemes.keys());
    return [`${flag}: unknown security scheme ${JSON.stringify(name)}${meant ? `; did you mean ${meant}?` : ''}`];
  });
  const wrong = [...clients.keys()].filter((name) => schemes.has(name) && !takesTokens(schemes.get(name)));
  for (const name of wrong) problems.push(`--client ${name}: this security scheme does not use tokens`);
  if (problems.length === 0) return;
  const names = [...schemes.keys()];
  const there = names.length === 0 ? 'The document has none.' : `The document has ${names.join(', ')}.`;
  throw new UsageError(problems.length === 1 ? `${problems[0]}` : 'Invalid credentials:', [
    ...(problems.length === 1 ? [] : problems),
    there,
  ]);
}

function flagged(flag: string, given: ReadonlyMap<string, unknown>): readonly (readonly [string, string])[] {
  return [...given.keys()].filter((name) => name !== '').map((name) => [flag, name]);
}

/** Those that it describes, and those that it only asks for. */
export function schemesOf(document: Document): ReadonlyMap<string, SecurityRequirement['scheme']> {
  return new Map<string, SecurityRequirement['scheme']>([
    ...demandsOf(document).map(({ name, scheme }) => [name, scheme] as const),
    ...listSecuritySchemes(document.references),
  ]);
}

function takesTokens(scheme: SecurityRequirement['scheme']): boolean {
  const isOther = scheme?.type === 'apiKey' || (scheme?.type === 'http' && !/^bearer$/i.test(scheme.scheme));
  return !isOther;
}

function demandsOf({ operations }: Document): readonly SecurityRequirement[] {
  return [...operations.values()].flatMap(({ security }) => security.flat());
}

/** The clients whose tokens a document takes. */
export function bearersOf(
  document: Document,
  clients: ShownCredentials['clients'],
  settings: BearerSettings,
): readonly Bearer[] {
  const schemes = schemesOf(document);
  return [...clients].flatMap(([name, client]) =>
    schemes.has(name) ? [createBearer(name, schemes.get(name), client, settings)] : [],
  );
}

/** @throws UsageError if a client gets no token for the first operation that asks for one. Scopes that are refused are a matter of their operations */
export async function requireToken(document: Document, { name, tokens }: Bearer): Promise<void> {
  const demand = demandsOf(document).find((one) => one.name === name);
  if (!demand) return;
  try {
    await tokens.for(demand.scopes);
  } catch (error) {
    if (!(error instanceof NoToken)) throw error;
    if (!/invalid_scope/.test(error.message))
      throw new UsageError(`Cannot get a token for ${name}: ${error.message.replaceAll('NAME', name)}.`, []);
  }
}

/** Secrets to mask in reports, with their replacements. */
export function knownSecrets(
  { credentials, clients, secrets }: ShownCredentials & { readonly secrets: Credentials },
  bearers: readonly Bearer[],
): Credentials {
  const given = bearers.flatMap(({ name, tokens }) =>
    [...tokens.all].map((token, index) => [`${name} token${index === 0 ? '' : ` ${index + 1}`}`, token] as const),
  );
  const ofClients = [...clients].map(([name, { secret }]) => [`${name} secret`, secret] as const);
  return new Map([...secrets, ...ofClients, ...given, ...credentials]);
}
