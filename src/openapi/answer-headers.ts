// The header fields of an answer, held against what the document says of them.

import type { Answer } from './answers.ts';
import type { Finding } from './finding.ts';
import { createParameterReader } from './parameter/reader.ts';
import type { References } from './references.ts';
import type { Validate } from './schemas/validate.ts';

/** What the document says against header fields, as they are sent, by their names in lower case. */
export type CheckHeaders = (fields: Readonly<Record<string, string>>) => readonly Finding[];

const NONE: readonly Finding[] = [];

/** @param validators - those of the header fields, as if they were parameters of a request */
export function createHeaderCheck(
  answer: Answer,
  references: References,
  validators: () => readonly Validate[],
): CheckHeaders {
  if (answer.headers.length === 0) return () => NONE;
  const asParameters = answer.headers.map((header) => {
    return { ...header, in: 'header', allowReserved: false, allowEmptyValue: false, isWholeQuery: false } as const;
  });
  const reader = createParameterReader(asParameters, references);
  return (headers) => {
    const { values, findings } = reader.read({ path: {}, query: '', headers });
    const errors = validators().flatMap((validate) => validate(values));
    const unread = findings.map(({ pointer }) => breach(pointer.slice(1), 'format', {}, 'cannot be read'));
    const unreadNames = new Set(findings.map(({ pointer }) => pointer.slice(1)));
    return [
      ...unread,
      ...errors.flatMap(({ keyword, instancePath, params, message }) => {
        const name = instancePath.split('/')[2] ?? String(params.missingProperty ?? '');
        if (unreadNames.has(name)) return [];
        if (keyword === 'required' && instancePath === '/header') return missing(name, params);
        return breach(name, keyword, params, message ?? 'is not allowed');
      }),
    ];
  };
}

function missing(name: string, params: Finding['params']): Finding {
  return { part: 'response', pointer: '', keyword: 'required', params, message: `must have the header field ${name}` };
}

function breach(name: string, keyword: string, params: Finding['params'], what: string): Finding {
  const message = `has a header field ${name} that ${what}`;
  return { part: 'response', pointer: '', keyword, params, message };
}
