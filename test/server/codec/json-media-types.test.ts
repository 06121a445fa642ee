// Media types of JSON in documents, such as `application/problem+json`.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ApiError, createMockServer, defineApi } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/temporary.ts';

type Operations = { find: { input: { readonly id: string }; output: { readonly id: string }; secured: false } };

/** Requests a thing from a mock server whose document has these media types for it and for errors. */
async function requested(id: string, { thing, rejection }: { thing: string; rejection: string }) {
  const document = join(await temporaryFolder(), 'things.yaml');
  const schema = (property: string) => `schema: { type: object, required: [${property}] }`;
  await writeFile(
    document,
    `openapi: 3.0.3
info: { title: Things, version: '1' }
paths:
  /things/{id}:
    get:
      operationId: find
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: found, content: { ${thing}: { ${schema('id')} } } }
        default: { description: refused, content: { ${rejection}: { ${schema('title')} } } }
`,
  );
  const things = defineApi<Operations, Record<never, never>, undefined>({
    name: 'things',
    document,
    describeError: ({ message, code }) => (code === 'aborted' ? { message } : { title: message }),
    handlers: {
      find({ input: { id } }) {
        if (id === 'gone') throw new ApiError('not_found', 'Gone');
        if (id === 'untold') throw new ApiError('aborted', 'Untold');
        return (id === 'wrong' ? {} : { id }) as { id: string };
      },
    },
  });
  const mockServer = await createMockServer({ apis: [things], onError: () => undefined });
  onTestFinished(() => mockServer.close());
  const response = await mockServer.fetch(new Request(`http://mock-server/things/${id}`));
  return { status: response.status, type: response.headers.get('content-type'), body: await response.json() };
}

const TYPES = { thing: 'application/vnd.things+json', rejection: 'application/problem+json' };

describe('a response in JSON', () => {
  test('has the media type of the document for its status', async () => {
    expect(await requested('1', TYPES)).toEqual({ status: 200, type: TYPES.thing, body: { id: '1' } });
    expect(await requested('gone', TYPES)).toEqual({ status: 404, type: TYPES.rejection, body: { title: 'Gone' } });
  });

  test('is application/json if the document declares that too', async () => {
    const both = { ...TYPES, thing: 'application/hal+json: {}, application/json' };
    expect(await requested('1', both)).toMatchObject({ status: 200, type: 'application/json' });
  });

  test.each(['application/json; charset=utf-8', 'Application/Hal+JSON'])(
    'has the media type %s as it is written',
    async (thing) => {
      expect(await requested('1', { ...TYPES, thing })).toMatchObject({ status: 200, type: thing });
      expect(await requested('wrong', { ...TYPES, thing })).toMatchObject({ status: 500 });
    },
  );

  test.each(['application/grpc-web+json', 'application/connect+json'])(
    'is application/json if the document declares only %s',
    async (thing) => {
      expect(await requested('1', { ...TYPES, thing })).toMatchObject({ status: 200, type: 'application/json' });
    },
  );

  test('is validated against the document with any media type', async () => {
    expect(await requested('wrong', TYPES)).toMatchObject({
      status: 500,
      type: TYPES.rejection,
      body: {
        title: expect.stringContaining('find returned an invalid response: response /id is required (fix the handler'),
      },
    });
    expect(await requested('untold', TYPES)).toMatchObject({
      status: 409,
      type: TYPES.rejection,
      body: { title: 'Conflict', detail: 'Untold', status: 409 },
    });
  });
});
