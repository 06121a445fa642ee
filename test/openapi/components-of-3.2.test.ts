// Small additions of OpenAPI 3.2: media types as components, summaries of responses, names of servers.

import { expect, test } from 'vitest';
import { createMockServer } from '../../src/index.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { written } from '../support/opened.ts';

const DOCUMENT = {
  openapi: '3.2.0',
  info: { title: 'Pets', version: '1' },
  servers: [{ url: 'https://api.example/v2', name: 'production' }],
  paths: {
    '/pet': {
      get: {
        responses: {
          200: { summary: 'A pet', content: { 'application/json': { $ref: '#/components/mediaTypes/Pet' } } },
        },
      },
    },
  },
  components: {
    mediaTypes: {
      Pet: {
        schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
        examples: { rex: { dataValue: { name: 'Rex' } } },
      },
    },
  },
};

test('a media type may be a component, a response have a summary, and a server a name', async () => {
  const { findings } = await openDocument(await written({ 'api.json': JSON.stringify(DOCUMENT) }));
  expect(findings).toEqual([]);
  await using server = await createMockServer(DOCUMENT);
  const response = await server.fetch(new Request('http://localhost/v2/pet'));
  expect(await response.json()).toEqual({ name: 'Rex' });
});
