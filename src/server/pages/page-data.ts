// An API as the pages show it: texts, paths, first steps.

import type { Document } from '../../openapi/document.ts';
import type { SecuritySchemeObject } from '../../openapi/objects.ts';
import { listSecuritySchemes, type SecuritySchemes } from '../../openapi/security.ts';
import type { Introduced } from './overview/introductions.ts';
import { pathsOf, type ShownPaths } from './page-paths.ts';

/** The data of the pages. */
export interface PageData {
  /** The documents of all apis, the first one's at `/openapi.json`. */
  readonly documents: readonly Document[];
  /** In the order of the documents; the same list as long as all is as it was. */
  introductions(): readonly Introduced[];
  /** The issuer, if it has another address than the reader of a page used. */
  readonly issuer?: string | undefined;
  /** Why the last saved version is not served; undefined if it is. Default: it is. */
  lastFailure?(): Error | undefined;
}

/** One api on the pages. */
export interface ShownApi {
  readonly title: string;
  readonly version: string;
  /** The first paragraph of its description; empty when it has none. */
  readonly summary: string;
  readonly document: Document;
  readonly paths: ShownPaths;
  /** The name of its security scheme for bearer tokens; undefined when it has none. */
  readonly bearer: string | undefined;
  /** Its security scheme for logging in, by a code in a browser; undefined when it has none. */
  readonly oauth: OAuthScheme | undefined;
  /** The present state, with current tokens. */
  now(): Introduced;
}

/** A title within a sentence: `the Pets API`, `Pets`. */
export function titleInText(title: string): string {
  return /\bAPI$/i.test(title) && !/^(the|an?)\b/i.test(title) ? `the ${title}` : title;
}

/** A security scheme for logging in, with all of its scopes. */
export interface OAuthScheme {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The apis in their order, which also numbers the paths of all but the first. */
export function shownApis({ documents, introductions }: PageData): ShownApi[] {
  return documents.map((document, index) => {
    const { title, version, description = '' } = document.source.bundled.info;
    const schemes = listSecuritySchemes(document.references);
    const unknown: Introduced = { title, introduction: undefined, services: [], applications: [], loginPath: '' };
    return {
      title,
      version,
      summary: plain(description.trim().split(/\n\s*\n/)[0] ?? ''),
      document,
      paths: pathsOf(index + 1),
      bearer: bearerScheme(schemes),
      oauth: oauthScheme(schemes),
      now: () => introductions()[index] ?? unknown,
    };
  });
}

/** Markdown's signs for emphasis and code left out, line breaks with them. */
function plain(markdown: string): string {
  return markdown.replace(/\*\*|`/g, '').replace(/\s+/g, ' ');
}

/** OpenAPI 3.0.3, section 4.7.27: an http scheme; its name is not case-sensitive (RFC 7235, section 2.1). */
function bearerScheme(schemes: SecuritySchemes): string | undefined {
  const isBearer = (scheme: SecuritySchemeObject) =>
    scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'bearer';
  return [...schemes].find(([, scheme]) => isBearer(scheme))?.[0];
}

/** OpenAPI 3.0.3, section 4.7.29. */
function oauthScheme(schemes: SecuritySchemes): OAuthScheme | undefined {
  for (const [name, scheme] of schemes) {
    const flow = scheme.type === 'oauth2' ? scheme.flows?.authorizationCode : undefined;
    if (flow) return { name, scopes: Object.keys(flow.scopes ?? {}) };
  }
  return undefined;
}
