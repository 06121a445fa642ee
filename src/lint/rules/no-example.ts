// Rule: JSON success responses have an example.

import { cachedMediaType, isJson } from '../../openapi/media-type.ts';
import { findSchemaExamples } from '../../verify/requests/documented-values.ts';
import type { OwnRule } from './rule.ts';

export const noExample: OwnRule = {
  title: 'JSON success responses have an example, or their schema has one.',
  severity: 'info',
  *look({ operations }) {
    for (const { id, responses, successStatus, references } of operations.values()) {
      for (const { type, part, schema, examples } of responses.forStatus(successStatus)?.mediaTypes ?? []) {
        const range = cachedMediaType(type);
        if (
          !range ||
          !isJson(range) ||
          !schema ||
          examples.length > 0 ||
          findSchemaExamples(schema, references).length > 0
        )
          continue;
        const message = `The response of ${id} has no example, so the mock generates data; add an example (example, or examples in its schema).`;
        yield { pointer: part.pointer, message };
        break;
      }
    }
  },
};
