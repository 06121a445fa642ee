// A mock server of the pets API, and a short function for requests.

import { onTestFinished } from 'vitest';
import { createMockServer, type MockServer, type MockServerSettings } from '../../../src/index.ts';
import { type SendOptions, send, type TestResponse } from '../mock-server.ts';
import { pets } from './api.ts';

/** A mock server that ends with the test; its state is in memory by default. */
export async function petsMockServer(settings: Partial<MockServerSettings> = {}): Promise<MockServer> {
  const mockServer = await createMockServer({ apis: [pets], ...settings });
  onTestFinished(() => mockServer.close());
  return mockServer;
}

/** The pets API with additional or replaced handlers. */
export function petsWith(handlers: object): typeof pets {
  return { ...pets, handlers: { ...pets.handlers, ...handlers } };
}

/** Sends a request like `ask`, by default without a token. */
export function requestPets(
  mockServer: MockServer,
  method: string,
  path: string,
  requested: SendOptions = {},
): Promise<TestResponse> {
  return send(mockServer, method, path, { token: undefined, ...requested });
}
