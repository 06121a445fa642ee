// The body of an answer is what its schema says.

import { describeFinding } from '../../openapi/finding.ts';
import type { Check } from '../trial.ts';
import { isInteger64AsNumber } from './integer64-as-string.ts';

export const responseBody: Check = {
  meaning:
    'The body of an answer fits the schema that the document has for its status and media type: types, required properties, enums, patterns, formats, bounds, and what is closed.',
  concerns: ({ read: { findings } }) => findings !== undefined,
  *judge({ answer: { status }, read: { type, value, findings } }) {
    if (!type || !findings) return;
    for (const finding of findings()) {
      // That is told by a check of its own.
      if (isInteger64AsNumber(finding, value)) continue;
      const cause = `${status} ${finding.pointer.replace(/\/\d+(?=\/|$)/g, '/*')} ${finding.keyword}`;
      const pointer = type.schema?.pointer ?? type.part.pointer;
      yield { severity: 'finding', message: `in the answer ${status}, ${describeFinding(finding)}`, pointer, cause };
    }
  },
};
