// The links of a response, evaluated for an exchange (OpenAPI 3.0.3, section 4.7.20).

import { isRecord } from '../schema/is-record.ts';
import { stringifyJson } from '../schema/json/stringify-json.ts';
import { failure, type Result, success } from '../schema/result.ts';
import { resolvedMembers } from './content.ts';
import type { Document, Operation } from './document.ts';
import type { OperationResponse } from './operation-responses.ts';
import { type ExchangeValues, evaluateExpression, evaluateTemplate } from './runtime-expression.ts';

/** A link with its target request. */
export type ResolvedLink = {
  /** The name of the link. */
  readonly name: string;
  /** The operationId of the target; undefined if the document has no such operation. */
  readonly operation?: string;
} & (
  | {
      readonly method: string;
      /** The path and the query. */
      readonly target: string;
      /** Headers that the link sets; undefined for none. */
      readonly headers?: Readonly<Record<string, string>>;
      /** A string as it is, other values as JSON; undefined for none. */
      readonly body?: string;
      readonly problem?: undefined;
    }
  | {
      /** Why the link cannot be resolved. */
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

/** A link of a response. */
export interface Link {
  readonly name: string;
  readonly link: LinkObject;
  /** The target; undefined if the document has no such operation. */
  readonly operation: Operation | undefined;
  /** JSON Pointer into the document. */
  readonly pointer: string;
}

/** The links of a documented response. */
export function responseLinks({ part }: OperationResponse, document: Document): readonly Link[] {
  if (!('links' in part.value)) return NONE;
  return resolvedMembers<LinkObject>(document.references, part, 'links').map(([name, { value: link, pointer }]) => {
    return { name, link, operation: findOperation(link, document), pointer };
  });
}

/** The parameters that a link sets, before serialization. */
export interface LinkParameters {
  /** Parameter values by location and name; header names in lower case. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly cookie: Readonly<Record<string, unknown>>;
  /** Undefined if the link sets none. */
  readonly body: unknown;
  /** Whether the link names another server than the document. */
  readonly isOtherServer: boolean;
}

/** Evaluates a link after an exchange; fails if an expression has no value or a parameter does not exist. */
export function evaluateLink({ link, operation }: Link, exchange: ExchangeValues): Result<LinkParameters> {
  if (!operation) return failure('operation not found in this document');
  const found = { path: {}, query: {}, header: {}, cookie: {} } as Record<ParameterLocation, Record<string, unknown>>;
  for (const [key, declared] of Object.entries(isRecord(link.parameters) ? link.parameters : {})) {
    const parameter = findParameter(operation, key);
    const value = evaluateValue(declared, exchange);
    if (!parameter) return failure(`${operation.id} has no parameter ${key}`);
    if (value === undefined) return failure(`${declared} has no value`);
    found[parameter.in][parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name] = value;
  }
  const body = link.requestBody === undefined ? undefined : evaluateValue(link.requestBody, exchange);
  if (link.requestBody !== undefined && body === undefined) return failure(`${link.requestBody} has no value`);
  return success({ ...found, body, isOtherServer: link.server !== undefined });
}

type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

/** A parameter by its name in a link: `id`, `path.id`. */
function findParameter({ parameters }: Operation, key: string): Operation['parameters'][number] | undefined {
  const [, location, name = key] = /^(path|query|header|cookie)\.(.+)$/.exec(key) ?? [];
  return (
    parameters.find((one) => one.in === location && one.name === name) ?? parameters.find((one) => one.name === key)
  );
}

/** The value of a constant or an expression; undefined if an expression has no value. */
function evaluateValue(declared: unknown, exchange: ExchangeValues): unknown {
  if (typeof declared !== 'string' || !declared.includes('$')) return declared;
  return declared.startsWith('$') ? evaluateExpression(declared, exchange) : evaluateTemplate(declared, exchange).text;
}

/** Resolves the links of a response after an exchange. Expressions without a value are reported. */
export function resolveLinks(
  response: OperationResponse,
  document: Document,
  exchange: ExchangeValues,
): readonly ResolvedLink[] {
  return responseLinks(response, document).map(({ name, link, operation }) => {
    if (operation) return { name, operation: operation.id, ...buildRequest(operation, link, document.base, exchange) };
    return { name, problem: `operation ${link.operationId ?? link.operationRef} not found in this document` };
  });
}

function findOperation({ operationId, operationRef }: LinkObject, document: Document): Operation | undefined {
  if (typeof operationId === 'string') return document.operations.get(operationId);
  return typeof operationRef === 'string' ? findReferencedOperation(operationRef, document) : undefined;
}

/** The operation of a reference such as `#/paths/~1pets/get`; for that of a path item, its only operation. */
export function findReferencedOperation(
  reference: string,
  { operations, references }: Document,
): Operation | undefined {
  const target = references.resolve({ value: { $ref: reference }, pointer: '' })?.pointer;
  const all = [...operations.values()];
  const ofPath = all.filter(({ part: { pointer } }) => pointer.slice(0, pointer.lastIndexOf('/')) === target);
  return all.find(({ part }) => part.pointer === target) ?? (ofPath.length === 1 ? ofPath[0] : undefined);
}

type LinkTarget = { readonly method: string; readonly target: string } | { readonly problem: string };

function buildRequest(operation: Operation, link: LinkObject, base: string, exchange: ExchangeValues): LinkTarget {
  const missing: string[] = [];
  const evaluateOrReport = (declared: unknown): unknown => {
    const value = evaluateValue(declared, exchange);
    if (value === undefined) missing.push(`${declared} has no value`);
    return value;
  };
  const query: string[] = [];
  const headers: Record<string, string> = {};
  let path = operation.path;
  for (const [key, declared] of Object.entries(isRecord(link.parameters) ? link.parameters : {})) {
    const [, location, name = key] = /^(path|query|header|cookie)\.(.+)$/.exec(key) ?? [];
    const value = evaluateOrReport(declared);
    const parameterLocation = location ?? operation.parameters.find((one) => one.name === name)?.in;
    if (parameterLocation === 'path') path = path.replaceAll(`{${name}}`, () => encodeValue(value));
    else if (parameterLocation === 'query')
      query.push(...[value].flat().map((one) => `${encodeValue(name)}=${encodeValue(one)}`));
    else if (parameterLocation === 'header') headers[name] = String(value);
    else missing.push(`${operation.id} has no parameter ${key}`);
  }
  const body = link.requestBody === undefined ? undefined : evaluateOrReport(link.requestBody);
  const open = /\{[^{}]*\}/.exec(path)?.[0];
  if (open !== undefined) missing.push(`no value for ${open} in ${operation.path}`);
  if (missing.length > 0) return { problem: missing.join('; ') };
  return {
    method: operation.method,
    target: base + path + (query.length > 0 ? `?${query.join('&')}` : ''),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : stringifyJson(body) }),
  };
}

function encodeValue(value: unknown): string {
  return encodeURIComponent((typeof value === 'object' ? stringifyJson(value) : String(value)).toWellFormed());
}
