// A document with stored responses, and the stored form of its items.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CATS = {
  openapi: '3.0.3',
  info: { title: 'Cats', version: '1' },
  paths: {
    '/cats': {
      get: {
        responses: {
          200: {
            description: 'All.',
            content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Cat' } } } },
          },
        },
      },
    },
    '/cats/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'One.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: { Cat: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } },
  },
};

/** Writes the document to a folder, where it is served by default; its store is `cats`. */
export async function writeCats(folder: string): Promise<void> {
  await writeFile(join(folder, 'cats.yaml'), JSON.stringify(CATS));
}

/** The text of a state file with these cats. */
export function catsCalled(...ids: readonly string[]): string {
  return JSON.stringify({ cats: ids.map((id, index) => ({ id, number: index + 1, item: { id } })) });
}
