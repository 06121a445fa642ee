// A stand-in for the pets api, and a short way to ask it.

import { onTestFinished } from 'vitest';
import { createMockServer, type MockServer, type MockServerSettings } from '../../../src/index.ts';
import { type Answer, type Ask, ask } from '../stand-in.ts';
import { pets } from './api.ts';

/** A stand-in that ends with the test; its state is in memory unless settings say otherwise. */
export async function petsStandIn(settings: Partial<MockServerSettings> = {}): Promise<MockServer> {
  const standIn = await createMockServer({ apis: [pets], ...settings });
  onTestFinished(() => standIn.close());
  return standIn;
}

/** The pets api with other handlers beside or in place of its own. */
export function petsWith(handlers: object): typeof pets {
  return { ...pets, handlers: { ...pets.handlers, ...handlers } };
}

/** Sends a request as `ask` does, without a token unless one is given. */
export function askPets(standIn: MockServer, method: string, path: string, asked: Ask = {}): Promise<Answer> {
  return ask(standIn, method, path, { token: undefined, ...asked });
}
