// A stand-in for the pets api, and a short way to ask it.

import { onTestFinished } from 'vitest';
import { createStandIn, type StandIn, type StandInSettings } from '../../../src/index.ts';
import { type Answer, BASE } from '../stand-in.ts';
import { pets } from './api.ts';

/** A stand-in that ends with the test; its state is in memory unless settings say otherwise. */
export async function petsStandIn(settings: Partial<StandInSettings> = {}): Promise<StandIn> {
  const standIn = await createStandIn({ apis: [pets], ...settings });
  onTestFinished(() => standIn.close());
  return standIn;
}

/** The pets api with other handlers beside or in place of its own. */
export function petsWith(handlers: object): typeof pets {
  return { ...pets, handlers: { ...pets.handlers, ...handlers } };
}

/** Sends a request: a body that is no text becomes JSON, a token stands in `authorization`. */
export async function askPets(
  standIn: StandIn,
  method: string,
  path: string,
  { token, body, headers }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await standIn.fetch(
    new Request(BASE + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) };
}
