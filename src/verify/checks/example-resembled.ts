// Check: a response has the properties that its example has.

import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { Check, TestExchange } from '../cases/test-case.ts';
import { findDeclaredResponse } from '../responses/declared-response.ts';

export const exampleResembled: Check = {
  description:
    'The response to the starting request of an operation, the first one that the server accepted, has the properties that all its examples in the document have. A missing one is a warning: the property may be optional.',
  appliesTo: (exchange) => exchange.phase === 'examples' && listExamples(exchange).length > 0,
  *validate(exchange) {
    const { decoded, response } = exchange;
    if (exchange.phase !== 'examples' || response.status >= 300) return;
    const [missing = [], ...others] = listExamples(exchange).map((one) => findMissing(one, decoded.value));
    for (const name of missing.filter((one) => others.every((all) => all.includes(one))))
      yield {
        severity: 'warning',
        message: `response ${response.status} lacks ${name}, which its example in the document has`,
        pointer: decoded.type?.part.pointer ?? exchange.operation.part.pointer,
        cause: `${response.status} ${name}`,
      };
  },
};

function listExamples({ operation, response: { status }, decoded }: TestExchange): readonly unknown[] {
  if (!findDeclaredResponse(operation, status) || decoded.value === undefined) return [];
  return (decoded.type?.examples ?? []).map(({ value }) => value);
}

/** Pointers of properties of an example that a value lacks; of items, those that all items lack. */
function findMissing(example: unknown, value: unknown, pointer = ''): readonly string[] {
  if (Array.isArray(example) && Array.isArray(value)) {
    const [first, ...others] = value.map((item) => findMissing(example[0], item, `${pointer}/*`));
    return (first ?? []).filter((one) => others.every((all) => all.includes(one)));
  }
  if (!isRecord(example) || !isRecord(value)) return [];
  return Object.keys(example).flatMap((name) => {
    const at = childPointer(pointer, name);
    return Object.hasOwn(value, name) ? findMissing(example[name], value[name], at) : [at];
  });
}
