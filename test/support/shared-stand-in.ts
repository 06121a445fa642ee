// One stand-in for all tests of a file: reading the document takes longer than most tests.

import { afterAll, beforeAll, beforeEach } from 'vitest';
import { identity } from '../../src/identity/api.ts';
import { createMockServer, type MockServer, type MockServerSettings } from '../../src/index.ts';
import { NOW } from './stand-in.ts';

/**
 * A stand-in for the identity API in memory, with a fixed clock, that every test of the file (or of the `describe` around it)
 * finds with the seeded records. What it recorded of earlier tests stays.
 */
export function sharedStandIn(settings: Partial<MockServerSettings> = {}): () => MockServer {
  let standIn: MockServer | undefined;
  const get = () => {
    if (!standIn) throw new Error('the shared stand-in is there only while tests run');
    return standIn;
  };
  beforeAll(async () => {
    standIn = await createMockServer({ apis: [identity], now: () => NOW, ...settings });
  });
  beforeEach(() => get().reset());
  afterAll(() => standIn?.close());
  return get;
}
