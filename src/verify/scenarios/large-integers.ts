// Scenario: 64-bit integers sent as strings are returned unchanged.

import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isStringOrNumber } from '../../schema/json/exact-number.ts';
import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';
import type { PathValues } from '../cases/known-values.ts';
import type { TestExchange } from '../cases/test-case.ts';
import { integer64AsString, LARGE_INTEGER } from '../checks/integer64-as-string.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import { isInteger64AsNumber } from '../responses/violations.ts';
import { type CrudOperations, pathValuesFor } from './crud.ts';
import {
  createInput,
  findCreatedId,
  getResponseItem,
  type ScenarioContext,
  sendWithExistingIds,
} from './scenario-context.ts';

/** Creates an item with large integers, if its schema has any, and reads it. */
export async function testLargeIntegers(
  context: ScenarioContext,
  { create, read }: CrudOperations,
  known: PathValues,
): Promise<void> {
  const base = createInput(context, create, known, { width: 'all', key: 'digits' });
  const pointers = base && create.requestPath ? integerTexts(base, context) : [];
  if (!base || pointers.length === 0 || !create.requestPath) return;
  const body = pointers.reduce((so, place) => setAtPath(so, pointerSegments(place), LARGE_INTEGER), base.body);
  const wanted = { ...base, body };
  const [input, created] = await sendWithExistingIds(context, create, wanted, 'create with large integers');
  if (!created || created.response.status >= 300) return;
  const id = findCreatedId(create, created, input.body);
  const readInput =
    read &&
    id !== undefined &&
    createInput(context, read, pathValuesFor(read, create, input.path, id), { width: 'least', examples: true });
  const readExchange = read && readInput ? await context.send(read, readInput, 'read after create') : undefined;
  const inItem = pointers
    .map(pointerSegments)
    .filter((steps) => create.requestPath?.every((name, at) => steps[at] === name));
  const compare = (exchange: TestExchange, item: unknown) => {
    for (const steps of inItem.map((all) => all.slice(create.requestPath?.length))) {
      const digits = { pointer: childPointer('', ...steps), sent: LARGE_INTEGER, returned: getAtPath(item, steps) };
      // The server may choose the value itself.
      if (isDerived(digits.returned))
        context.report('integer64-as-string', exchange, integer64AsString.evaluate(digits));
    }
  };
  compare(created, getResponseItem(create, created));
  if (read && readExchange && readExchange.response.status < 300)
    compare(readExchange, getResponseItem(read, readExchange));
}

/** The locations of strings in a body that are 64-bit integers. */
function integerTexts({ body, type }: RequestInput, { requests: { document } }: ScenarioContext): readonly string[] {
  const schema = type?.schema as Part<Schema> | undefined;
  if (!schema) return [];
  const findingsWith = (pointer: string, put: unknown) =>
    document.validate(schema, setAtPath(body, pointerSegments(pointer), put), 'request');
  return textsIn(body, '').filter((pointer) => {
    const asNumber = setAtPath(body, pointerSegments(pointer), 1);
    const isInteger = findingsWith(pointer, 1).some(
      (one) => one.pointer === pointer && isInteger64AsNumber(one, asNumber),
    );
    return isInteger && findingsWith(pointer, LARGE_INTEGER).length === 0;
  });
}

/** Maximum number of inspected texts. */
const MAX_COUNT = 100;

function textsIn(value: unknown, pointer: string): readonly string[] {
  if (typeof value === 'string') return [pointer];
  const inner = isRecord(value) || Array.isArray(value) ? Object.entries(value) : [];
  return inner.flatMap(([name, one]) => textsIn(one, childPointer(pointer, name))).slice(0, MAX_COUNT);
}

/** Whether a value is the sent integer in another notation, or rounded. */
function isDerived(readExchange: unknown): boolean {
  if (!isStringOrNumber(readExchange)) return false;
  return Math.abs(Number(readExchange) - Number(LARGE_INTEGER)) <= 2 ** 31;
}
