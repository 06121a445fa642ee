// The links of an answer: what can be asked next, and with which values of this exchange (OpenAPI 3.0.3, section 4.7.20).

import type { Answer } from './answers.ts';
import { membersOf } from './content.ts';
import type { Document, Operation } from './document.ts';
import { isRecord } from './is-record.ts';
import { type Exchanged, evaluate, valueOfExpression } from './runtime-expression.ts';

/** Where a link leads. */
export type Followed = {
  /** Of the link. */
  readonly name: string;
  /** The id of the operation that it leads to; undefined where the document has none such. */
  readonly operation?: string;
} & (
  | {
      readonly method: string;
      /** The path and the query. */
      readonly target: string;
      /** Header fields that the link names; undefined for none. */
      readonly headers?: Readonly<Record<string, string>>;
      /** A text as it is, other values as JSON; undefined for none. */
      readonly body?: string;
      readonly problem?: undefined;
    }
  | {
      /** Why it leads nowhere. */
      readonly problem: string;
    }
);

interface LinkObject {
  readonly operationId?: unknown;
  readonly operationRef?: unknown;
  readonly parameters?: unknown;
  readonly requestBody?: unknown;
  readonly server?: unknown;
}

const NONE: readonly never[] = [];

/** A link of an answer. */
export interface Link {
  readonly name: string;
  readonly link: LinkObject;
  /** The one that it leads to; undefined where the document has none such. */
  readonly operation: Operation | undefined;
  /** A JSON pointer into the document. */
  readonly pointer: string;
}

/** The links that a document has for an answer. */
export function linksOf({ part }: Answer, document: Document): readonly Link[] {
  if (!('links' in part.value)) return NONE;
  return membersOf<LinkObject>(document.references, part, 'links').map(([name, { value: link, pointer }]) => {
    return { name, link, operation: operationOf(link, document), pointer };
  });
}

/** What a link says of the request that it leads to, before that is written. */
export interface Linked {
  /** Values of parameters, by their places and names; those of header fields by lower-case names. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly cookie: Readonly<Record<string, unknown>>;
  /** Undefined where it says none. */
  readonly body: unknown;
  /** Whether it leads to another server than the document does. */
  readonly isElsewhere: boolean;
}

/** What a link says after an exchange; a text says why it leads nowhere: an expression that has no value, a parameter that is none. */
export function linkedBy({ link, operation }: Link, exchanged: Exchanged): Linked | string {
  if (!operation) return 'operation not found in this document';
  const found = { path: {}, query: {}, header: {}, cookie: {} } as Record<Place, Record<string, unknown>>;
  for (const [key, said] of Object.entries(isRecord(link.parameters) ? link.parameters : {})) {
    const parameter = parameterOf(operation, key);
    const value = meantBy(said, exchanged);
    if (!parameter) return `${operation.id} has no parameter ${key}`;
    if (value === undefined) return `${said} has no value`;
    found[parameter.in][parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name] = value;
  }
  const body = link.requestBody === undefined ? undefined : meantBy(link.requestBody, exchanged);
  if (link.requestBody !== undefined && body === undefined) return `${link.requestBody} has no value`;
  return { ...found, body, isElsewhere: link.server !== undefined };
}

type Place = 'path' | 'query' | 'header' | 'cookie';

/** A parameter as a link names it: `id`, `path.id`. */
function parameterOf({ parameters }: Operation, key: string): Operation['parameters'][number] | undefined {
  const [, place, name = key] = /^(path|query|header|cookie)\.(.+)$/.exec(key) ?? [];
  return parameters.find((one) => one.in === place && one.name === name) ?? parameters.find((one) => one.name === key);
}

/** The value that is meant; undefined where an expression has none. */
function meantBy(said: unknown, exchanged: Exchanged): unknown {
  if (typeof said !== 'string' || !said.includes('$')) return said;
  return said.startsWith('$') ? valueOfExpression(said, exchanged) : evaluate(said, exchanged).text;
}

/** What the links of an answer lead to after an exchange. A value that is no text is a value; an expression that has none is told. */
export function followLinks(answer: Answer, document: Document, exchanged: Exchanged): readonly Followed[] {
  return linksOf(answer, document).map(({ name, link, operation }) => {
    if (operation) return { name, operation: operation.id, ...requestFor(operation, link, document.base, exchanged) };
    return { name, problem: `operation ${link.operationId ?? link.operationRef} not found in this document` };
  });
}

function operationOf(
  { operationId, operationRef }: LinkObject,
  { operations, references }: Document,
): Operation | undefined {
  if (typeof operationId === 'string') return operations.get(operationId);
  if (typeof operationRef !== 'string') return undefined;
  const target = references.target({ value: { $ref: operationRef }, pointer: '' });
  return [...operations.values()].find(({ part }) => part.pointer === target?.pointer);
}

type Asked = { readonly method: string; readonly target: string } | { readonly problem: string };

function requestFor(operation: Operation, link: LinkObject, base: string, exchanged: Exchanged): Asked {
  const missing: string[] = [];
  const meant = (said: unknown): unknown => {
    const value = meantBy(said, exchanged);
    if (value === undefined) missing.push(`${said} has no value`);
    return value;
  };
  const query: string[] = [];
  const headers: Record<string, string> = {};
  let path = operation.path;
  for (const [key, said] of Object.entries(isRecord(link.parameters) ? link.parameters : {})) {
    const [, place, name = key] = /^(path|query|header|cookie)\.(.+)$/.exec(key) ?? [];
    const value = meant(said);
    const where = place ?? operation.parameters.find((one) => one.name === name)?.in;
    if (where === 'path') path = path.replaceAll(`{${name}}`, () => encoded(value));
    else if (where === 'query') query.push(...[value].flat().map((one) => `${encoded(name)}=${encoded(one)}`));
    else if (where === 'header') headers[name] = String(value);
    else missing.push(`${operation.id} has no parameter ${key}`);
  }
  const body = link.requestBody === undefined ? undefined : meant(link.requestBody);
  const open = /\{[^{}]*\}/.exec(path)?.[0];
  if (open !== undefined) missing.push(`no value for ${open} in ${operation.path}`);
  if (missing.length > 0) return { problem: missing.join('; ') };
  return {
    method: operation.method,
    target: base + path + (query.length > 0 ? `?${query.join('&')}` : ''),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

function encoded(value: unknown): string {
  return encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed());
}
