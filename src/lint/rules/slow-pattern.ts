// Rule: patterns need no exponential time.

import { visitDocumentParts } from '../../openapi/read/document-parts.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { isExponential } from '../../schema/pattern-ambiguity.ts';
import type { OwnRule } from './rule.ts';

export const slowPattern: OwnRule = {
  title: 'No pattern needs exponential time.',
  severity: 'warn',
  *look({ source }) {
    const found: { readonly pointer: string; readonly pattern: string }[] = [];
    visitDocumentParts(source.bundled, {
      part({ part, pointer }) {
        const { pattern, patternProperties } = part as Readonly<Record<string, unknown>>;
        if (typeof pattern === 'string') found.push({ pointer: childPointer(pointer(), 'pattern'), pattern });
        for (const key of isRecord(patternProperties) ? Object.keys(patternProperties) : [])
          found.push({ pointer: childPointer(pointer(), 'patternProperties', key), pattern: key });
      },
    });
    for (const { pointer, pattern } of found)
      if (isSound(pattern) && isExponential(pattern))
        yield {
          pointer,
          message: `The pattern ${pattern} can match the same text in many ways, so a text that does not match needs exponential time in JavaScript. Avoid nested repetitions, and repetitions of alternatives that overlap.`,
        };
  },
};

function isSound(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}
