// A generated document with any number of similar operations.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentObject } from '../src/openapi/objects.ts';
import { type Question, wireRequest } from './contender.ts';
import { askFor } from './examples.ts';

/** A document of a number of operations, a multiple of four: search, add, read and change items of many kinds. Returns the file. */
export async function writeDocument(folder: string, operations: number): Promise<string> {
  const kinds = Array.from({ length: operations / 4 }, (_, kind) => kind);
  const document = {
    openapi: '3.0.3',
    info: { title: 'Things of many kinds', version: '1.0.0' },
    paths: Object.assign({}, ...kinds.map(pathsOf)),
    components: { schemas: Object.assign({}, ...kinds.map(schemasOf)) },
  };
  const file = join(folder, `operations-${operations}.json`);
  await writeFile(file, JSON.stringify(document));
  return file;
}

function pathsOf(kind: number): DocumentObject['paths'] {
  const json = (schema: object, example?: unknown) => ({
    'application/json': { schema, ...(example === undefined ? {} : { examples: { one: { value: example } } }) },
  });
  const thing = { $ref: `#/components/schemas/Thing${kind}` };
  const newThing = { $ref: `#/components/schemas/NewThing${kind}` };
  const one = thingOf(kind);
  const responses = (schema: object, example: unknown) => ({
    200: { description: 'Success.', content: json(schema, example) },
    400: { description: 'Not as the document says.' },
  });
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1, maxLength: 200 } },
  ];
  const query = { type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum: 1000 } } };
  return {
    [`/v1/kinds${kind}/things`]: {
      post: {
        operationId: `addThing${kind}`,
        requestBody: { required: true, content: json(newThing) },
        responses: responses(thing, one),
      },
    },
    [`/v1/kinds${kind}/things/_search`]: {
      post: {
        operationId: `searchThings${kind}`,
        requestBody: { required: true, content: json(query) },
        responses: responses({ type: 'array', items: thing }, [one, one]),
      },
    },
    [`/v1/kinds${kind}/things/{id}`]: {
      get: { operationId: `readThing${kind}`, parameters, responses: responses(thing, one) },
      put: {
        operationId: `changeThing${kind}`,
        parameters,
        requestBody: { required: true, content: json(newThing) },
        responses: responses(thing, one),
      },
    },
  };
}

function schemasOf(kind: number) {
  const properties = {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    size: { type: 'integer', minimum: 0 },
    state: { type: 'string', enum: ['NEW', 'USED', 'BROKEN'] },
    labels: { type: 'array', maxItems: 20, items: { type: 'string', pattern: '^[a-z]+$' } },
  };
  const id = { type: 'string', minLength: 1 };
  const changed = { type: 'string', format: 'date-time' };
  return {
    [`NewThing${kind}`]: { type: 'object', required: ['name', 'size'], properties },
    [`Thing${kind}`]: { type: 'object', required: ['id', 'name', 'size'], properties: { id, ...properties, changed } },
  };
}

/** The example of a kind. */
function thingOf(kind: number) {
  return {
    id: `${kind}`,
    name: `Thing ${kind}`,
    size: 7,
    state: 'USED',
    labels: ['blue', 'heavy'],
    changed: '2026-11-21T09:00:00.000Z',
  };
}

/** The request that changes an item of a kind, with the example as response. */
export function changeThing(kind: number): Question {
  const { id, changed: _, ...wanted } = thingOf(kind);
  return askFor(wireRequest('PUT', `/v1/kinds${kind}/things/${id}`, wanted), 200, thingOf(kind));
}
