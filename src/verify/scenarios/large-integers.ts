// Scenario: 64-bit integers are returned with all digits.

import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isJsonNumber, isStringOrNumber } from '../../schema/json/exact-number.ts';
import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';
import type { PathValues } from '../cases/known-values.ts';
import type { TestExchange } from '../cases/test-case.ts';
import { integer64AsString, LARGE_INTEGER } from '../checks/integer64-as-string.ts';
import { integer64Exact } from '../checks/scenario/integer64-exact.ts';
import type { RequestInput } from '../requests/serialize-request.ts';
import { isInteger64AsNumber } from '../responses/violations.ts';
import { type CrudOperations, pathValuesFor } from './crud.ts';
import {
  createInput,
  findCreatedId,
  getResponseItem,
  type ScenarioContext,
  sendWithExistingIds,
  stepsOf,
} from './scenario-context.ts';

/** A location of a 64-bit integer in a body, and the value that is sent. */
interface LargeValue {
  readonly pointer: string;
  readonly value: string | bigint;
}

/** Creates items with large integers, if the schema has any, and reads them. */
export async function testLargeIntegers(
  context: ScenarioContext,
  operations: CrudOperations,
  known: PathValues,
): Promise<void> {
  const { create } = operations;
  const base = createInput(context, create, known, { width: 'all', key: 'digits' });
  const values = base && create.requestPath ? listLargeValues(base, context) : [];
  if (!base || values.length === 0) return;
  if ((await createWith(context, operations, base, values)) || values.length === 1) return;
  // A server may limit some of them.
  for (const one of values) await createWith(context, operations, base, [one]);
}

/** Whether an item with these values was created. */
async function createWith(
  context: ScenarioContext,
  { create, read }: CrudOperations,
  base: RequestInput,
  values: readonly LargeValue[],
): Promise<boolean> {
  const body = values.reduce((so, { pointer, value }) => setAtPath(so, pointerSegments(pointer), value), base.body);
  const [input, created] = await sendWithExistingIds(context, create, { ...base, body }, 'create with large integers');
  if (!created || created.response.status >= 300) return false;
  const id = findCreatedId(create, created, input.body);
  const readInput =
    read &&
    id !== undefined &&
    createInput(context, read, pathValuesFor(read, create, input.path, id), { width: 'least', examples: true });
  const readExchange = read && readInput ? await context.send(read, readInput, 'read after create') : undefined;
  const itemSteps = create.requestPath ?? [];
  const compare = (one: TestExchange, item: unknown) => {
    const exchange = one === created ? one : { ...one, steps: stepsOf(created, one) };
    for (const { pointer, value } of values) {
      const steps = pointerSegments(pointer);
      if (!itemSteps.every((name, at) => steps[at] === name)) continue;
      const inItem = steps.slice(itemSteps.length);
      const facts = { pointer: childPointer('', ...inItem), sent: value, returned: getAtPath(item, inItem) };
      // The server may choose the value itself.
      if (!isDerived(facts.returned)) continue;
      if (typeof value === 'bigint') context.report('integer64-exact', exchange, integer64Exact.evaluate(facts));
      else context.report('integer64-as-string', exchange, integer64AsString.evaluate(facts));
    }
  };
  compare(created, getResponseItem(create, created));
  if (read && readExchange && readExchange.response.status < 300)
    compare(readExchange, getResponseItem(read, readExchange));
  return true;
}

const LARGE = BigInt(LARGE_INTEGER);
/** More than 64 bits. */
const TOO_LARGE = 2n ** 64n;

/** The locations of 64-bit integers in a body: as strings, or as numbers with the format. */
function listLargeValues({ body, type }: RequestInput, { requests: { document } }: ScenarioContext) {
  const schema = type?.schema as Part<Schema> | undefined;
  if (!schema) return [];
  const findingsWith = (pointer: string, put: unknown) =>
    document.validate(schema, setAtPath(body, pointerSegments(pointer), put), 'request');
  return scalarsIn(body, '').flatMap(({ pointer, value }): LargeValue[] => {
    const isText = typeof value === 'string';
    const put = isText ? 1 : TOO_LARGE;
    const changed = setAtPath(body, pointerSegments(pointer), put);
    const isInteger64 = findingsWith(pointer, put).some(
      (one) => one.pointer === pointer && (isText ? isInteger64AsNumber(one, changed) : one.keyword === 'format'),
    );
    const large = isText ? LARGE_INTEGER : LARGE;
    return isInteger64 && findingsWith(pointer, large).length === 0 ? [{ pointer, value: large }] : [];
  });
}

/** Maximum number of inspected values. */
const MAX_COUNT = 100;

function scalarsIn(value: unknown, pointer: string): readonly { readonly pointer: string; readonly value: unknown }[] {
  if (typeof value === 'string' || isJsonNumber(value)) return [{ pointer, value }];
  const inner = isRecord(value) || Array.isArray(value) ? Object.entries(value) : [];
  return inner.flatMap(([name, one]) => scalarsIn(one, childPointer(pointer, name))).slice(0, MAX_COUNT);
}

/** The large integer after common mistakes: cut to 32 bits, also as a double, or to the greatest value of a type. */
const CUT = new Set([Number(BigInt.asIntN(32, LARGE)), Number(LARGE) | 0, 2 ** 31 - 1, Number.MAX_SAFE_INTEGER]);

/** Whether a value is the sent integer in another notation, rounded, or cut. */
function isDerived(returned: unknown): boolean {
  if (!isStringOrNumber(returned)) return false;
  return Math.abs(Number(returned) - Number(LARGE)) <= 2 ** 31 || CUT.has(Number(returned));
}
