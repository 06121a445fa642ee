// Rule: examples match their schemas.

import { examplesValid } from '../../verify/checks/examples-valid.ts';
import type { OwnRule } from './rule.ts';

export const exampleContradictsSchema: OwnRule = {
  title: 'Examples match their schemas.',
  severity: 'warn',
  *look(document) {
    const reported = new Set<string>();
    for (const operation of document.operations.values())
      for (const { pointer = operation.part.pointer, message, cause = pointer } of examplesValid.validate(
        document,
        operation,
      )) {
        if (reported.size === reported.add(cause).size) continue;
        yield { pointer, message: `${operation.id}: ${message}. Fix the example or the schema.` };
      }
  },
};
