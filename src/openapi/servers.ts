// Where a document says that its operations are served: at which hosts, below which path.

import { isRecord } from './is-record.ts';
import type { ServerObject } from './objects.ts';

/** One server of a document. */
export interface Server {
  /** The path before those of the document, without a slash at its end; empty when there is none. */
  readonly base: string;
  /** Undefined when it is wherever the document is. */
  readonly host: Host | undefined;
}

/** The host of a server, with its port where it has one. */
export interface Host {
  /** In lower case, variables as they are by default: `eu.example.com:8443`. */
  readonly text: string;
  /** Whether a host may be this one, whatever its variables are. One without a port may be on any. */
  fits(host: string): boolean;
}

/** Where a document is when nobody knows better (OpenAPI 3.0.3, section 4.7.1): its root. */
const ROOT: readonly Server[] = [{ base: '', host: undefined }];

/**
 * The servers of a list; undefined when there is none. Variables are as they are by default, and a relative URL starts at the root. What is
 * no URL of the web is left out.
 */
export function serversIn(list: unknown): readonly Server[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const servers = list.flatMap((one) => (isRecord(one) ? (serverOf(one as unknown as ServerObject) ?? []) : []));
  return servers.length > 0 ? servers : undefined;
}

/** The servers of a document, for operations that name no other ones. */
export function serversOf({ servers }: { readonly servers?: unknown }): readonly Server[] {
  return serversIn(servers) ?? ROOT;
}

/** The base paths of some servers, each once, in their order. */
export function basesOf(servers: readonly Server[]): readonly string[] {
  return [...new Set(servers.map(({ base }) => base))];
}

/** A base path as people write it: with or without a slash at its end, `/` for none; undefined when it is no path. */
export function basePath(text: string): string | undefined {
  return /^\/[^?#\s]*$/.test(text) && URL.canParse(text, NOWHERE) ? text.replace(/\/+$/, '') : undefined;
}

/** What relative URLs are relative to. */
const HOST_NOWHERE = 'nowhere.invalid';
const NOWHERE = `http://${HOST_NOWHERE}/`;
const VARIABLE = /\{([^{}]*)\}/g;

function serverOf({ url, variables }: ServerObject): Server | undefined {
  if (typeof url !== 'string') return undefined;
  const byDefault = (whole: string, name: string) => String(variables?.[name]?.default ?? whole);
  const given = url.replaceAll(VARIABLE, byDefault).trim();
  if (!URL.canParse(given, NOWHERE)) return undefined;
  const { pathname, host, protocol } = new URL(given, NOWHERE);
  if (!/^(https?|wss?):$/.test(protocol)) return undefined;
  const base = pathname.replace(/\/+$/, '');
  if (host === HOST_NOWHERE) return { base, host: undefined };
  // Where a variable holds more than a part of the host, only its default is known.
  const template = /^[^/?#]*?:?\/\/([^/?#]*)/.exec(url)?.[1];
  return { base, host: { text: host, fits: fitting(host, template, variables) } };
}

/** How many variables there may be in the name of a host: each costs time with every request. */
const MOST_VARIABLES = 3;
/** Longest name of a host, with its port (RFC 1035, section 2.3.4). */
const LONGEST = 262;

function fitting(text: string, template = text, variables: ServerObject['variables'] = {}): Host['fits'] {
  const parts = template.split(VARIABLE);
  if (parts.length > 2 * MOST_VARIABLES + 1) return (host) => host.toLowerCase() === text;
  const patterns = parts.map((part, index) => {
    if (index % 2 === 0) return escaped(part);
    const choices = variables[part]?.enum;
    return choices ? `(?:${choices.map((choice) => escaped(String(choice))).join('|')})` : '[^:/]*';
  });
  const port = /:[^\]]*$/.test(template) ? '' : '(?::\\d+)?';
  const pattern = new RegExp(`^${patterns.join('')}${port}$`, 'i');
  return (host) => host.length <= LONGEST && (host.toLowerCase() === text || pattern.test(host));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
