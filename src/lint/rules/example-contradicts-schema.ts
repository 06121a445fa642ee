// Examples that do not fit the schemas beside them: a stand-in answers with them nevertheless, or cannot.

import { examplesValid } from '../../contract/checks/examples-valid.ts';
import type { OwnRule } from './rule.ts';

export const exampleContradictsSchema: OwnRule = {
  title: 'Examples fit the schemas beside them.',
  severity: 'warn',
  *look(document) {
    const told = new Set<string>();
    for (const operation of document.operations.values())
      for (const { pointer = operation.part.pointer, message, cause = pointer } of examplesValid.tell(
        document,
        operation,
      )) {
        if (told.size === told.add(cause).size) continue;
        yield { pointer, message: `${operation.id}: ${message}. Mend the one or the other.` };
      }
  },
};
