// Nested resources under random requests, compared with a map as a model.

import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { documentOf, jsonAnswers, ownApi } from '../../support/own-api.ts';

const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const street = object({ name: { ...text, readOnly: true }, text, shops: { type: 'array', items: text } }, ['text']);
const house = object({ id: { type: 'integer', readOnly: true }, text, garden: object({ trees: { type: 'integer' } }) });
const person = object({ name: { ...text, readOnly: true }, text });
const patch = { requestBody: { content: { 'application/merge-patch+json': { schema: { type: 'object' } } } } };
const takes = (schema: object) => ({ requestBody: { required: true, content: { 'application/json': { schema } } } });
const parameter = (name: string, type = 'string') => ({ name, in: 'path', required: true, schema: { type } });

function itemPath(parameters: readonly object[], schema: object): object {
  const responses = jsonAnswers({ 200: schema, 404: undefined });
  return {
    parameters,
    get: { responses },
    put: { ...takes(schema), responses },
    patch: { ...patch, responses },
    delete: { responses: jsonAnswers({ 204: undefined, 404: undefined }) },
  };
}

const list = (schema: object) => ({ responses: jsonAnswers({ 200: { type: 'array', items: schema } }) });
const [inStreet, inHouse] = [parameter('street'), parameter('house', 'integer')];
const TOWN = documentOf({
  '/streets': { get: list(street) },
  '/streets/{street}': itemPath([inStreet], street),
  '/streets/{street}/houses': {
    parameters: [inStreet],
    get: list(house),
    post: { ...takes(house), responses: jsonAnswers({ 201: house }) },
  },
  '/streets/{street}/houses/{house}': itemPath([inStreet, inHouse], house),
  '/streets/{street}/houses/{house}/people': { parameters: [inStreet, inHouse], get: list(person) },
  '/streets/{street}/houses/{house}/people/{person}': itemPath([inStreet, inHouse, parameter('person')], person),
});

/** The model: items by path, such as `["streets","a","houses","1"]`, the oldest first, and all house numbers ever used. */
interface Town {
  readonly things: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly given: ReadonlySet<number>;
}

const EMPTY: Town = { things: new Map(), given: new Set() };
const isAt = (key: string, above: readonly string[]) =>
  above.every((segment, index) => (JSON.parse(key) as string[])[index] === segment);

/** The items of a collection. */
function listed({ things }: Town, collection: readonly string[]) {
  const found = [...things].filter(
    ([key]) => isAt(key, collection) && JSON.parse(key).length === collection.length + 1,
  );
  return found.map(([, thing]) => thing);
}

function merged(thing: unknown, change: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result = { ...(thing as Record<string, unknown>) };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete result[name];
    else
      result[name] = typeof value === 'object' && !Array.isArray(value) ? merged(result[name], value as never) : value;
  }
  return result;
}

const name = fc.constantFrom('a', 'b', '__proto__', 'a/b', '%2F', ' ');
const number = fc.constantFrom('1', '2', '3');
const word = fc.constantFrom('red', 'green', '');
const path = fc.oneof(
  fc.tuple(fc.constant('streets'), name),
  fc.tuple(fc.constant('streets'), name, fc.constant('houses'), number),
  fc.tuple(fc.constant('streets'), name, fc.constant('houses'), number, fc.constant('people'), name),
);
const item = fc.record({ text: word });
const change = fc.oneof(
  fc.record({ text: word }),
  fc.constantFrom({ shops: ['x'] }, { shops: null }, { garden: { trees: 3 } }, { garden: { trees: null } }),
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('build' as const), street: name, item }) },
  { weight: 6, arbitrary: fc.record({ does: fc.constant('put' as const), place: path, item }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('patch' as const), place: path, change }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete' as const), place: path }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('undo' as const, 'reset' as const, 'fork' as const) }) },
);

/** A mock server with several empty towns, each in its own sandbox, and shortcuts for requests. */
async function openTowns() {
  const apis = [await ownApi(TOWN, {}, { infer: true })] as const;
  const mockServer = await createMockServer({ apis, records: 0 });
  onTestFinished(() => mockServer.close());
  return (sandbox: string) => {
    const send = async (method: string, at: readonly string[], body?: unknown, other = sandbox) => {
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      const headers = { 'x-understudy-sandbox': other, ...(body !== undefined && { 'content-type': type }) };
      const url = `http://localhost/${at.map(encodeURIComponent).join('/')}`;
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await mockServer.fetch(new Request(url, { method, headers, ...sent }));
      const read = await response.text();
      return { status: response.status, body: read === '' || response.status >= 400 ? undefined : JSON.parse(read) };
    };
    const control = async (verb: string, body: object) =>
      expect((await send('POST', ['_understudy', verb], body)).status).toBeLessThan(300);
    return { sandbox, send, control };
  };
}

type Open = ReturnType<Awaited<ReturnType<typeof openTowns>>>;

/** Compares everything with the model: each collection, and each item at its path. */
async function expectSame({ send }: Open, town: Town, sandbox?: string): Promise<void> {
  const holders: readonly (readonly string[])[] = [
    [],
    ...[...town.things.keys()].map((key) => JSON.parse(key) as string[]),
  ];
  for (const above of holders) {
    const below = ['streets', 'houses', 'people'][above.length / 2];
    if (below === undefined) continue;
    const collection = [...above, below];
    const { status, body } = await send('GET', collection, undefined, sandbox);
    expect({ status, body }).toEqual({ status: 200, body: listed(town, collection) });
  }
  for (const [key, thing] of town.things) {
    expect(await send('GET', JSON.parse(key), undefined, sandbox)).toEqual({ status: 200, body: thing });
  }
}

/** Runs one command in the town and in its model; returns the new model. */
async function doStep(
  open: Open,
  town: Town,
  one: typeof step extends fc.Arbitrary<infer T> ? T : never,
): Promise<Town> {
  const { send } = open;
  const isThere = (at: readonly string[]) => at.length === 0 || town.things.has(JSON.stringify(at));
  if (one.does === 'build') {
    const above = ['streets', one.street];
    const { status, body } = await send('POST', [...above, 'houses'], one.item);
    expect(status).toBe(isThere(above) ? 201 : 404);
    if (status !== 201) return town;
    expect(town.given).not.toContain(body.id);
    expect(body).toEqual({ ...one.item, id: body.id });
    const things = new Map(town.things).set(JSON.stringify([...above, 'houses', String(body.id)]), body);
    return { things, given: new Set(town.given).add(body.id) };
  }
  if (!('place' in one)) return town;
  const { place: at } = one;
  const key = JSON.stringify(at);
  const isHouse = at.length === 4;
  const previous = town.things.get(key);
  if (one.does === 'delete') {
    expect((await send('DELETE', at)).status).toBe(previous ? 204 : 404);
    if (!previous) return town;
    return { ...town, things: new Map([...town.things].filter(([other]) => !isAt(other, at))) };
  }
  const own = isHouse ? { id: Number(at.at(-1)) } : { name: at.at(-1) };
  if (one.does === 'patch') {
    // Unknown properties are not stored.
    const allowed = Object.keys(one.change).every(
      (property) => property === 'text' || property === ['shops', 'garden'][at.length / 2 - 1],
    );
    if (!allowed) return town;
    const { status, body } = await send('PATCH', at, one.change);
    expect(status).toBe(previous ? 200 : 404);
    if (!previous) return town;
    expect(body).toEqual(merged(previous, one.change));
    return { ...town, things: new Map(town.things).set(key, body) };
  }
  // Houses are created by POST, everything else by PUT.
  const makes = !isHouse && !previous && isThere(at.slice(0, -2));
  const { status, body } = await send('PUT', at, one.item);
  expect(status).toBe(previous || makes ? 200 : 404);
  if (status !== 200) return town;
  expect(body).toEqual({ ...one.item, ...own });
  return { ...town, things: new Map(town.things).set(key, body) };
}

describe('nested resources', () => {
  test('match the model after any requests: no item is lost or duplicated, and descendants are deleted with their parents', async () => {
    const inSandbox = await openTowns();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        runs += 1;
        const open = inSandbox(`run-${runs}`);
        await expectSame(open, EMPTY);
        let town = EMPTY;
        const before: Town[] = [];
        for (const [index, one] of steps.entries()) {
          if (one.does === 'undo') {
            await open.control('undo', {});
            town = before.pop() ?? town;
          } else if (one.does === 'reset') {
            await open.control('reset', {});
            // A deletion can be undone too.
            if (town !== EMPTY) before.push(town);
            town = EMPTY;
          } else if (one.does === 'fork') {
            const sandbox = `run-${runs}-${index}`;
            await open.control('sandboxes', { name: sandbox, from: open.sandbox });
            await open.send('PUT', ['streets', 'a'], { text: 'of the fork' }, sandbox);
            const own = { text: 'of the fork', name: 'a' };
            await expectSame(open, { ...town, things: new Map(town.things).set('["streets","a"]', own) }, sandbox);
            await open.send('DELETE', ['_understudy', 'sandboxes', sandbox]);
          } else {
            const next = await doStep(open, town, one);
            if (next !== town) before.push(town);
            town = next;
          }
          if (one.does === 'delete' || !('place' in one)) await expectSame(open, town);
        }
        await expectSame(open, town);
        await open.send('DELETE', ['_understudy', 'sandboxes', open.sandbox]);
      }),
      { numRuns: 30 },
    );
  });
});
