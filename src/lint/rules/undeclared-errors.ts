// Operations of which the document does not say how they fail.

import { child } from '../../openapi/pointer.ts';
import type { OwnRule } from './rule.ts';

export const undeclaredErrors: OwnRule = {
  title: 'Each operation says what is answered when it fails.',
  severity: 'info',
  *look({ operations }) {
    for (const { id, answers, part } of operations.values()) {
      if (answers.all.some(({ key }) => /^[45]|^default$/i.test(key))) continue;
      const message = `${id} declares no failure, so nobody can know what one looks like: declare 4XX and 5XX, or default.`;
      yield { pointer: child(part.pointer, 'responses'), message };
    }
  },
};
