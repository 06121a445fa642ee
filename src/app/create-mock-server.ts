// Creates a mock server from an OpenAPI document, or from APIs with code.

import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AnyLoginApi } from '../server/oidc/login/login-api.ts';
import { apiNames } from './api-names.ts';
import { createServer } from './create-server.ts';
import type { Address, MockServer } from './mock-server.ts';
import type { MockServerSettings } from './server-settings.ts';

/** Settings of a mock server of one document. It listens if an address is given. */
export interface DocumentSettings extends Omit<MockServerSettings, 'apis'>, Address {}

/**
 * Reads documents and fixtures, opens the state, and is ready to respond: by `fetch`, and on a port if `port` is given (0 picks a free one).
 *
 * @param document - a path, or a URL that begins with `file:`, `http:` or `https:`. Records in the folder `fixtures` beside it are those that the server starts with
 * @example
 * const server = await createMockServer('openapi.yaml', { port: 0 });
 * await fetch(`${server.url}/pets`);
 * await server.close();
 * @throws UsageError if a document, its fixtures or the stored state cannot be used
 */
export async function createMockServer(document: string | URL, settings?: DocumentSettings): Promise<MockServer>;
export async function createMockServer(settings: MockServerSettings & Address): Promise<MockServer>;
export async function createMockServer(
  given: string | URL | (MockServerSettings & Address),
  more: DocumentSettings = {},
): Promise<MockServer> {
  const isDocument = typeof given === 'string' || given instanceof URL;
  const { port, host, tls, ...settings } = isDocument ? { ...more, apis: [apiOf(given)] as const } : given;
  const server = await createServer(settings);
  if (port === undefined && host === undefined && tls === undefined) return server;
  try {
    await server.listen({
      ...(port !== undefined && { port }),
      ...(host !== undefined && { host }),
      ...(tls && { tls }),
    });
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** An API from its document. */
function apiOf(document: string | URL): AnyLoginApi {
  const isRemote = /^https?:/i.test(`${document}`);
  const path = isRemote
    ? `${document}`
    : resolve(/^file:/i.test(`${document}`) ? fileURLToPath(document) : `${document}`);
  const [name = 'api'] = apiNames([path]);
  return { name, document: path, infer: true };
}
