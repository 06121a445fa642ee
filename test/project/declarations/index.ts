// A program that uses the main entry.

import { createMockServer, defineApi, type MockServer } from 'understudy-api';

export async function listPets(request: Request): Promise<Response> {
  await using mock = await createMockServer('openapi.yaml', { port: 0, durability: 'memory' });
  const { url } = await mock.listen({ port: 0 });
  // @ts-expect-error: a URL is text
  const wrong: number = url;
  return wrong ? mock.fetch(request) : fetch(`${url}/pets`);
}

export function handle(mock: MockServer, ...[request, response]: Parameters<MockServer['handle']>): boolean {
  // @ts-expect-error: a request of Node has a method, not a verb
  request.verb;
  return mock.handle(request, response);
}

export const pets = defineApi({ name: 'pets', document: 'openapi.yaml', infer: true });
