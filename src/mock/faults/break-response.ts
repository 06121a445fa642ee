// Makes a response body invalid on purpose.

import { jsonMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { isRecord } from '../../schema/is-record.ts';
import { HandlerResponse } from '../../server/pipeline/handler-response.ts';

/** A response with an invalid body: without a property, with a wrong type, or replaced. */
export function breakResponse(reply: HandlerResponse, operation: Operation): HandlerResponse {
  const { status, body, headers, error: failure } = reply;
  const response = operation.responses.forStatus(status);
  const type = response && jsonMediaType(response.mediaTypes);
  const isBroken = (value: unknown) => operation.validateResponse(status, value, type).length > 0;
  const broken = type ? [...attempts(body)].find(isBroken) : undefined;
  return new HandlerResponse(status, broken === undefined ? BROKEN : broken, headers, 'fault', failure);
}

/** The body if the document declares nothing that could be violated. */
const BROKEN = { broken: 'by a fault plan' };

/** Values that are nearly as a value, the nearest first. */
function* attempts(value: unknown, depth = 0): Generator<unknown> {
  if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      yield { ...value, [name]: otherType(member) };
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    }
    if (depth < DEEPEST)
      for (const [name, member] of Object.entries(value))
        for (const one of attempts(member, depth + 1)) yield { ...value, [name]: one };
  } else if (Array.isArray(value) && depth < DEEPEST) {
    const [first, ...rest] = value;
    if (first !== undefined) for (const one of attempts(first, depth + 1)) yield [one, ...rest];
  }
  yield otherType(value);
}

/** Maximum depth of the violation. */
const DEEPEST = 3;

function otherType(value: unknown): unknown {
  return typeof value === 'string' ? 17 : Array.isArray(value) ? {} : typeof value === 'object' ? [] : 'broken';
}
