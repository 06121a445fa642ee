// Scenario: 64-bit integers sent as strings are returned unchanged.

import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';
import { childPointer, pointerSegments } from '../../schema/json-pointer.ts';
import type { Values } from '../cases/known-values.ts';
import { integer64AsString, isInteger64AsNumber, MANY_DIGITS } from '../checks/integer64-as-string.ts';
import type { Said } from '../requests/call.ts';
import { type Life, pathFor } from './life.ts';
import { askNaming, idOfMade, itemIn, type Story, saidFor } from './story.ts';

/** Creates an item with large integers, if its schema has any, and reads it. */
export async function keepDigits(context: Story, { create, read }: Life, known: Values): Promise<void> {
  const base = saidFor(context, create, known, { width: 'all', key: 'digits' });
  const pointers = base && create.requestPath ? integerTexts(base, context) : [];
  if (!base || pointers.length === 0 || !create.requestPath) return;
  const body = pointers.reduce((so, place) => setAtPath(so, pointerSegments(place), MANY_DIGITS), base.body);
  const wanted = { ...base, body };
  const [input, created] = await askNaming(context, create, wanted, 'create with large integers');
  if (typeof created === 'string' || created.answer.status >= 300) return;
  const id = idOfMade(create, created, input.body);
  const readInput =
    read &&
    id !== undefined &&
    saidFor(context, read, pathFor(read, create, input.path, id), { width: 'least', examples: true });
  const readExchange = read && readInput ? await context.ask(read, readInput, 'read after create') : undefined;
  const inItem = pointers
    .map(pointerSegments)
    .filter((steps) => create.requestPath?.every((name, at) => steps[at] === name));
  const compare = (exchange: typeof created, item: unknown) => {
    for (const steps of inItem.map((all) => all.slice(create.requestPath?.length))) {
      const digits = { pointer: childPointer('', ...steps), sent: MANY_DIGITS, shown: getAtPath(item, steps) };
      // The server may choose the value itself.
      if (isDerived(digits.shown)) context.tell('integer64-as-string', exchange, integer64AsString.tell(digits));
    }
  };
  compare(created, itemIn(create, created));
  if (read && typeof readExchange === 'object' && readExchange.answer.status < 300)
    compare(readExchange, itemIn(read, readExchange));
}

/** The locations of strings in a body that are 64-bit integers. */
function integerTexts({ body, type }: Said, { requests: { document } }: Story): readonly string[] {
  const schema = type?.schema as Part<Schema> | undefined;
  if (!schema) return [];
  const findingsWith = (pointer: string, put: unknown) =>
    document.validate(schema, setAtPath(body, pointerSegments(pointer), put), 'request');
  return textsIn(body, '').filter((pointer) => {
    const asNumber = setAtPath(body, pointerSegments(pointer), 1);
    const isInteger = findingsWith(pointer, 1).some(
      (one) => one.pointer === pointer && isInteger64AsNumber(one, asNumber),
    );
    return isInteger && findingsWith(pointer, MANY_DIGITS).length === 0;
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
  if (typeof readExchange !== 'string' && typeof readExchange !== 'number') return false;
  return Math.abs(Number(readExchange) - Number(MANY_DIGITS)) <= 2 ** 31;
}
