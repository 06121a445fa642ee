// Rule: operations declare error responses.

import { childPointer } from '../../schema/json-pointer.ts';
import type { OwnRule } from './rule.ts';

export const undeclaredErrors: OwnRule = {
  title: 'Operations declare their error responses.',
  severity: 'info',
  *look({ operations }) {
    for (const { id, responses, part } of operations.values()) {
      if (responses.all.some(({ key }) => /^[45]|^default$/i.test(key))) continue;
      const message = `${id} declares no error responses; declare 4XX and 5XX, or default.`;
      yield { pointer: childPointer(part.pointer, 'responses'), message };
    }
  },
};
