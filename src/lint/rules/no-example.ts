// Answers without an example: what a stand-in answers then is invented.

import { examplesIn } from '../../contract/request/schema-examples.ts';
import { isJson, knownMediaType } from '../../openapi/media-type.ts';
import type { OwnRule } from './rule.ts';

export const noExample: OwnRule = {
  title: 'A success that is JSON has an example, or its schema has.',
  severity: 'info',
  *look({ operations }) {
    for (const { id, answers, successStatus, references } of operations.values()) {
      for (const { type, part, schema, examples } of answers.of(successStatus)?.mediaTypes ?? []) {
        const range = knownMediaType(type);
        if (!range || !isJson(range) || !schema || examples.length > 0 || examplesIn(schema, references).length > 0)
          continue;
        const message = `The answer of ${id} has no example, so a stand-in invents what it answers: give it one (example, or examples in its schema).`;
        yield { pointer: part.pointer, message };
        break;
      }
    }
  },
};
