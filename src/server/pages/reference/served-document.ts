// The served document: this server is its only server.

import type { Document } from '../../../openapi/document.ts';
import type { DocumentObject } from '../../../openapi/objects.ts';
import { basePathsOf, documentServers, parseServers, type Server } from '../../../openapi/servers.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { parseJson } from '../../../schema/json/parse-json.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { writeYaml } from '../../../schema/yaml.ts';

/** Where a document is served. */
export interface ServedFrom {
  /** The URL of this server as its reader knows it. */
  readonly base: string;
  /** The issuer, if it has another address. */
  readonly issuer?: string | undefined;
}

/**
 * The document with this server as the only one, and absolute login URLs: converters use them unchanged. Absolute URLs
 * stay.
 */
export function servedFrom(
  { source, baseOverride: givenBase }: Document,
  { base, issuer = base }: ServedFrom,
): DocumentObject {
  return loggingInAt(issuer, withServer(source.bundled, { at: base, givenBase, description: 'This mock server' }));
}

/** One server, and the base path that all servers of a document have here, where it is not their own. */
interface OnlyServer {
  /** Its URL, or the path of one; without a slash at its end. */
  readonly at: string;
  readonly givenBase: string | undefined;
  readonly description?: string;
}

/**
 * The document with one server only, below which the base paths of all others are found. Path items and operations may name others (OpenAPI 3.0.3,
 * sections 4.7.9 and 4.7.10).
 */
export function withServer(document: DocumentObject, { at, givenBase, description }: OnlyServer): DocumentObject {
  const urlOf = (servers: readonly Server[]) => at + (givenBase ?? basePathsOf(servers)[0] ?? '') || '/';
  const url = urlOf(documentServers(document));
  const parts = withParts(document, ({ servers, ...part }) => {
    const own = parseServers(servers);
    return own && urlOf(own) !== url ? { ...part, servers: [{ url: urlOf(own) }] } : part;
  });
  return { ...parts, servers: [{ url, ...(description !== undefined && { description }) }] } as DocumentObject;
}

/** The document without examples of optional parameters: Swagger UI would send each of them. */
export function withoutSuggestions(document: DocumentObject): DocumentObject {
  const quiet = (parameter: unknown) => {
    const { example, examples, ...rest } = isRecord(parameter) ? (parameter as Part) : {};
    return isRecord(parameter) && rest.required !== true ? rest : parameter;
  };
  const { parameters } = (document.components ?? {}) as Part;
  return {
    ...withParts(document, (part) =>
      Array.isArray(part.parameters) ? { ...part, parameters: part.parameters.map(quiet) } : part,
    ),
    ...(isRecord(parameters) && { components: { ...document.components, parameters: mapped(parameters, quiet) } }),
  } as DocumentObject;
}

type Part = Readonly<Record<string, unknown>>;

/** The document with each path item and each operation changed. */
function withParts(document: DocumentObject, change: (part: Part) => Part): DocumentObject {
  const changed = (part: unknown) => (isRecord(part) ? change(part as Part) : part);
  const paths = mapped(document.paths, (item) => (isRecord(item) ? mapped(change(item as Part), changed) : item));
  return { ...document, paths } as DocumentObject;
}

/** The document with descriptions of the accepted credentials in its security schemes. */
export function withAcceptedCredentials(document: DocumentObject, accepted: string | undefined): DocumentObject {
  const { components = {} } = document;
  const { securitySchemes } = components as { readonly securitySchemes?: unknown };
  if (accepted === undefined || !isRecord(securitySchemes)) return document;
  const described = mapped(securitySchemes, (scheme) => {
    if (!isRecord(scheme)) return scheme;
    const { description } = scheme as Part;
    return { ...scheme, description: [description, `**Mock server:** ${accepted}`].filter(Boolean).join('\n\n') };
  });
  return { ...document, components: { ...components, securitySchemes: described } } as DocumentObject;
}

/** Where a security scheme names addresses: itself, or in its flows (OpenAPI 3.2, sections 4.27 and 4.29). */
const ADDRESSES = [
  ...['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'],
  ...['openIdConnectUrl', 'oauth2MetadataUrl'],
];

/** The document with absolute URLs in its security schemes: relative ones are those of `issuer`. */
export function loggingInAt(issuer: string, document: DocumentObject): DocumentObject {
  const { components = {} } = document;
  const { securitySchemes } = components as { readonly securitySchemes?: unknown };
  if (!isRecord(securitySchemes)) return document;
  const absolute = (part: object): object =>
    mapped(part, (value, name) => {
      if (!ADDRESSES.includes(name) || typeof value !== 'string') return value;
      // An absolute path is one of this server, which may itself be below a path.
      if (/^\/(?!\/)/.test(value)) return issuer + value;
      return URL.canParse(value, `${issuer}/`) ? new URL(value, `${issuer}/`).href : value;
    });
  const schemes = mapped(securitySchemes, (scheme) => {
    if (!isRecord(scheme)) return scheme;
    const { flows } = scheme as { readonly flows?: unknown };
    const own = absolute(scheme);
    return isRecord(flows) ? { ...own, flows: mapped(flows, (flow) => (isRecord(flow) ? absolute(flow) : flow)) } : own;
  });
  return { ...document, components: { ...components, securitySchemes: schemes } } as DocumentObject;
}

/** Longest JSON that is converted to YAML, in characters: the conversion blocks other requests. */
const LONGEST = 1_000_000;

/** A document as YAML. Of a very large one it is the JSON, which is YAML too (YAML 1.2.2, section 1.2). */
export function yamlOf(document: DocumentObject): string {
  const json = jsonOf(document);
  return json.length > LONGEST ? json : writeYaml(parseJson(json));
}

/** A document as readable JSON. */
export function jsonOf(document: DocumentObject): string {
  return stringifyJson(document, null, 2);
}

function mapped(object: object, change: (value: unknown, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
}
