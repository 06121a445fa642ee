// A mock server of the pets API, and a short function for requests.

import { onTestFinished } from 'vitest';
import { createMockServer, type MockServer, type MockServerSettings } from '../../../src/index.ts';
import { type Answer, type Ask, ask } from '../stand-in.ts';
import { pets } from './api.ts';

/** A mock server that ends with the test; its state is in memory by default. */
export async function petsStandIn(settings: Partial<MockServerSettings> = {}): Promise<MockServer> {
  const standIn = await createMockServer({ apis: [pets], ...settings });
  onTestFinished(() => standIn.close());
  return standIn;
}

/** The pets API with additional or replaced handlers. */
export function petsWith(handlers: object): typeof pets {
  return { ...pets, handlers: { ...pets.handlers, ...handlers } };
}

/** Sends a request like `ask`, by default without a token. */
export function askPets(standIn: MockServer, method: string, path: string, asked: Ask = {}): Promise<Answer> {
  return ask(standIn, method, path, { token: undefined, ...asked });
}
