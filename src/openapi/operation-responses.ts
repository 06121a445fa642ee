// The documented responses of an operation, and the validation of their headers.

import { errorPointer, explainError } from '../schema/explain-error.ts';
import { childPointer, pointerSegments } from '../schema/json-pointer.ts';
import { once } from '../schema/once.ts';
import { type BodyMediaType, parseContent, resolvedMembers } from './content.ts';
import type { Finding } from './finding.ts';
import type { HeaderObject, ResponseObject } from './objects.ts';
import { createParameterReader } from './parameters/parameter-reader.ts';
import { type ParameterField, parseField } from './parse-parameters.ts';
import type { Part, References } from './references.ts';
import type { Validate } from './schema/schema-validators.ts';

/** One documented response, or a class of them. */
export interface OperationResponse {
  /** A status such as `200`, a class such as `4XX`, or `default`. */
  readonly key: string;
  readonly headers: readonly ResponseHeader[];
  /** In the order of the document; empty for a response without a body. */
  readonly mediaTypes: readonly BodyMediaType[];
  readonly hasBody: boolean;
  readonly part: Part<ResponseObject>;
}

/** A documented response header. */
export interface ResponseHeader extends ParameterField {
  /** In lower case. */
  readonly name: string;
  readonly part: Part<HeaderObject>;
}

export interface OperationResponses {
  /** In the order of the document. */
  readonly all: readonly OperationResponse[];
  /**
   * The status of a successful response: the lowest 2xx; else 200 for `2XX`; else the lowest redirect; else 200 for
   * `default`; else the lowest 1xx; else 200.
   */
  readonly successStatus: number;
  /** The response for a status: its own, its class's or the default one; undefined if there is none. */
  forStatus(status: number): OperationResponse | undefined;
}

/** Parses the responses of an operation. @param wanted - preferred success status; used only if it is documented */
export function parseResponses(references: References, operation: Part<object>, wanted?: number): OperationResponses {
  const members = resolvedMembers<ResponseObject>(references, operation, 'responses');
  const all = members
    .filter(([key]) => /^([1-5](\d\d|XX)|default)$/i.test(key))
    .map(([key, part]) => parseResponse(references, key, part));
  const byKey = new Map(all.map((response) => [response.key.toUpperCase(), response]));
  return {
    all,
    successStatus: wanted !== undefined && byKey.has(`${wanted}`) ? wanted : findSuccessStatus([...byKey.keys()]),
    forStatus: (status) => byKey.get(`${status}`) ?? byKey.get(`${Math.floor(status / 100)}XX`) ?? byKey.get('DEFAULT'),
  };
}

function parseResponse(references: References, key: string, part: Part<ResponseObject>): OperationResponse {
  const headers = once(() => parseHeaders(references, part));
  const mediaTypes = once(() => parseContent(references, part));
  return {
    key,
    get headers() {
      return headers();
    },
    get mediaTypes() {
      return mediaTypes();
    },
    get hasBody() {
      return mediaTypes().length > 0;
    },
    part,
  };
}

/** Skips `Content-Type`, which the media types define (OpenAPI 3.0.3, section 4.7.17). */
function parseHeaders(references: References, part: Part<ResponseObject>): ResponseHeader[] {
  return resolvedMembers<HeaderObject>(references, part, 'headers').flatMap(([name, header]) => {
    const field = name.toLowerCase();
    return field === 'content-type' ? [] : [{ name: field, ...parseField(references, header, 'simple'), part: header }];
  });
}

/** Success statuses in order of preference, each with its status if only its class is documented. */
const SUCCESSES: readonly (readonly [key: RegExp, status?: number])[] = [
  [/^2\d\d$/],
  [/^2XX$/, 200],
  // Not 304: it needs an earlier response to the same client.
  [/^3(?!04)\d\d$/],
  [/^3XX$/, 302],
  [/^DEFAULT$/, 200],
  [/^1\d\d$/],
  [/^1XX$/, 101],
];

function findSuccessStatus(keys: readonly string[]): number {
  const named = [...keys].sort();
  for (const [pattern, status] of SUCCESSES) {
    const key = named.find((one) => pattern.test(one));
    if (key !== undefined) return status ?? Number(key);
  }
  return 200;
}

/** A violation by a response header. */
export interface HeaderFinding extends Finding {
  /** The name of the header, in lower case. */
  readonly header: string;
  /** The parsed value; undefined if it is missing or unreadable. */
  readonly value: unknown;
  /** JSON Pointer (RFC 6901) into that value. */
  readonly valuePointer: string;
}

/** Validates headers as sent, by lower-case name. */
export type ValidateHeaders = (fields: Readonly<Record<string, string>>) => readonly HeaderFinding[];

const NONE: readonly HeaderFinding[] = [];

/** @param validators - of the headers, as if they were parameters of a request */
export function createHeaderValidator(
  response: OperationResponse,
  references: References,
  validators: () => readonly Validate[],
): ValidateHeaders {
  if (response.headers.length === 0) return () => NONE;
  const asParameters = response.headers.map((header) => {
    return { ...header, in: 'header', allowReserved: false, allowEmptyValue: false, isWholeQuery: false } as const;
  });
  const reader = createParameterReader(asParameters, references);
  return (headers) => {
    const { values, findings } = reader.read({ path: {}, query: '', headers });
    const errors = validators().flatMap((validate) => validate(values));
    const unreadable = findings.map(({ pointer }) => createFinding(nameIn(pointer), 'format', {}, 'cannot be read'));
    const unreadableNames = new Set(unreadable.map(({ header }) => header));
    return [
      ...unreadable,
      ...errors.flatMap((error) => {
        const { keyword, instancePath, params } = error;
        const [, header = '', ...inside] = pointerSegments(errorPointer(error));
        if (unreadableNames.has(header)) return [];
        if (keyword === 'required' && instancePath === '/header') return missingHeader(header, params);
        const within = childPointer('', ...inside);
        const reason = `${within} ${explainError(error)}`.trimStart();
        return {
          ...createFinding(header, keyword, params, reason),
          value: values.header[header],
          valuePointer: within,
        };
      }),
    ];
  };
}

function nameIn(pointer: string): string {
  return pointerSegments(pointer)[0] ?? '';
}

function missingHeader(header: string, params: Finding['params']): HeaderFinding {
  const message = `must have header ${header}`;
  return {
    part: 'response',
    pointer: '',
    keyword: 'required',
    params,
    message,
    header,
    value: undefined,
    valuePointer: '',
  };
}

function createFinding(header: string, keyword: string, params: Finding['params'], reason: string): HeaderFinding {
  const message = `header ${header} ${reason}`;
  return { part: 'response', pointer: '', keyword, params, message, header, value: undefined, valuePointer: '' };
}
