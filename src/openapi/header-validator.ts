// Validation of response headers against the document.

import { errorPointer, explainError } from '../schema/explain-error.ts';
import { childPointer, pointerSegments } from '../schema/json-pointer.ts';
import type { Finding } from './finding.ts';
import type { OperationResponse } from './operation-responses.ts';
import { createParameterReader } from './parameters/parameter-reader.ts';
import type { References } from './references.ts';
import type { Validate } from './schema/two-pass-validator.ts';

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
