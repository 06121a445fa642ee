// One mock server for all tests of a file: reading the document takes longer than most tests.

import { afterAll, beforeAll, beforeEach } from 'vitest';
import { identity } from '../../src/identity/api.ts';
import { createMockServer, type MockServer, type MockServerSettings } from '../../src/index.ts';
import { NOW } from './mock-server.ts';

/**
 * A mock server of the identity API in memory, with a fixed clock and the seed data at the start of every test of the file
 * (or of the enclosing `describe`). Its request log keeps entries of earlier tests.
 */
export function sharedMockServer(settings: Partial<MockServerSettings> = {}): () => MockServer {
  let mockServer: MockServer | undefined;
  const get = () => {
    if (!mockServer) throw new Error('the shared mock server is only available while tests run');
    return mockServer;
  };
  beforeAll(async () => {
    mockServer = await createMockServer({ apis: [identity], now: () => NOW, ...settings });
  });
  beforeEach(() => get().reset());
  afterAll(() => mockServer?.close());
  return get;
}
