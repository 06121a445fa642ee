// The body of an answer is what its schema says.

import { withoutBytes } from '../../codec/format/bytes.ts';
import { describeFinding } from '../../openapi/finding.ts';
import type { Check } from '../trial.ts';
import { isInteger64AsNumber } from './integer64-as-string.ts';

export const responseBody: Check = {
  meaning:
    'The body of an answer fits the schema that the document has for its status and media type: types, required properties, enums, patterns, formats, bounds, and what is closed.',
  concerns: ({ read: { type, value, problem } }) => type !== undefined && value !== undefined && problem === undefined,
  *judge({ operation, answer: { status }, read: { type, value, problem } }) {
    if (!type || value === undefined || problem !== undefined) return;
    for (const finding of operation.checkOutput(status, withoutBytes(value), type)) {
      // That is told by a check of its own.
      if (isInteger64AsNumber(finding, value)) continue;
      const cause = `${status} ${finding.pointer.replace(/\/\d+(?=\/|$)/g, '/*')} ${finding.keyword}`;
      const pointer = type.schema?.pointer ?? type.part.pointer;
      yield { severity: 'finding', message: `in the answer ${status}, ${describeFinding(finding)}`, pointer, cause };
    }
  },
};
