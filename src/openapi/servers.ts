// The servers of a document: hosts and base paths.

import { isRecord } from '../schema/is-record.ts';
import type { ServerObject } from './objects.ts';

/** One server of a document. */
export interface Server {
  /** The base path without a trailing slash; empty for none. */
  readonly base: string;
  /** Undefined for a relative URL. */
  readonly host: Host | undefined;
}

/** The host of a server, with its port if it has one. */
export interface Host {
  /** In lower case, with default values of variables: `eu.example.com:8443`. */
  readonly text: string;
  /** Whether a host matches, with any value of its variables. Without a port, any port matches. */
  matches(host: string): boolean;
}

/** The default server (OpenAPI 3.0.3, section 4.7.1). */
const ROOT: readonly Server[] = [{ base: '', host: undefined }];

/**
 * Parses a list of servers; undefined if there is none. Variables have their default values, relative URLs start at the
 * root, and URLs other than http and ws are skipped.
 */
export function parseServers(list: unknown): readonly Server[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const servers = list.flatMap((one) => (isRecord(one) ? (parseServer(one as unknown as ServerObject) ?? []) : []));
  return servers.length > 0 ? servers : undefined;
}

/** The servers of a document. */
export function documentServers({ servers }: { readonly servers?: unknown }): readonly Server[] {
  return parseServers(servers) ?? ROOT;
}

/** The distinct base paths of some servers, in order. */
export function basePathsOf(servers: readonly Server[]): readonly string[] {
  return [...new Set(servers.map(({ base }) => base))];
}

/** A base path without a trailing slash, empty for `/`; undefined if it is invalid. */
export function normalizeBasePath(text: string): string | undefined {
  return /^\/[^?#\s]*$/.test(text) && URL.canParse(text, PLACEHOLDER_BASE) ? text.replace(/\/+$/, '') : undefined;
}

/** The base of relative URLs. */
const PLACEHOLDER_HOST = 'nowhere.invalid';
const PLACEHOLDER_BASE = `http://${PLACEHOLDER_HOST}/`;
const VARIABLE = /\{([^{}]*)\}/g;

function parseServer({ url, variables }: ServerObject): Server | undefined {
  if (typeof url !== 'string') return undefined;
  const byDefault = (whole: string, name: string) => String(variables?.[name]?.default ?? whole);
  const given = url.replaceAll(VARIABLE, byDefault).trim();
  if (!URL.canParse(given, PLACEHOLDER_BASE)) return undefined;
  const { pathname, host, protocol } = new URL(given, PLACEHOLDER_BASE);
  if (!/^(https?|wss?):$/.test(protocol)) return undefined;
  const base = pathname.replace(/\/+$/, '');
  if (host === PLACEHOLDER_HOST) return { base, host: undefined };
  // A variable that spans more than a part of the host has its default value only.
  const template = /^[^/?#]*?:?\/\/([^/?#]*)/.exec(url)?.[1];
  return { base, host: { text: host, matches: createHostMatcher(host, template, variables) } };
}

/** Maximum variables in a host name: each takes time per request. */
const MAX_VARIABLES = 3;
/** Maximum characters of a host name with port (RFC 1035, section 2.3.4). */
const MAX_HOST_LENGTH = 262;

function createHostMatcher(text: string, template = text, variables: ServerObject['variables'] = {}): Host['matches'] {
  const parts = template.split(VARIABLE);
  if (parts.length > 2 * MAX_VARIABLES + 1) return (host) => host.toLowerCase() === text;
  const patterns = parts.map((part, index) => {
    if (index % 2 === 0) return escapePattern(part);
    const choices = variables[part]?.enum;
    return choices ? `(?:${choices.map((choice) => escapePattern(String(choice))).join('|')})` : '[^:/]*';
  });
  const port = /:[^\]]*$/.test(template) ? '' : '(?::\\d+)?';
  const pattern = new RegExp(`^${patterns.join('')}${port}$`, 'i');
  return (host) => host.length <= MAX_HOST_LENGTH && (host.toLowerCase() === text || pattern.test(host));
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
