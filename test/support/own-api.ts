// An API from a document in a test.

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Api, createMockServer, type MockServer, type MockServerSettings } from '../../src/index.ts';
import { temporaryFolder } from './temporary.ts';

/** An API of any type. */
// biome-ignore lint/suspicious/noExplicitAny: tests define it
export type OwnApi = Api<any, any, any> & { readonly handlerFolder?: string };

/** JSON responses by status: with a schema, or without a body. */
export function jsonAnswers(schemas: Readonly<Record<string, object | undefined>>): object {
  const responses = Object.entries(schemas).map(([status, schema]) => [
    status,
    { description: status, ...(schema && { content: { 'application/json': { schema } } }) },
  ]);
  return Object.fromEntries(responses);
}

/** An OpenAPI document with these paths and other members. */
export function documentOf(paths: object, more: object = {}): object {
  return { openapi: '3.0.3', info: { title: 'Own', version: '1' }, paths, ...more };
}

/** An API named `own` with this document. Its handlers are what a user without TypeScript might write. */
export async function ownApi(
  document: object,
  handlers: object,
  more: Partial<OwnApi> = {},
): Promise<OwnApi & { readonly document: string }> {
  const path = join(await temporaryFolder(), 'own.json');
  await writeFile(path, JSON.stringify(document));
  return { name: 'own', document: path, handlers: handlers as OwnApi['handlers'], ...more } as OwnApi & {
    readonly document: string;
  };
}

/** A mock server of such an API, which ends with the test. `reported` collects the errors passed to `onError`. */
export async function ownMockServer(
  document: object,
  handlers: object,
  more: Partial<OwnApi> = {},
  settings: Partial<MockServerSettings> = {},
): Promise<MockServer & { readonly reported: unknown[] }> {
  const reported: unknown[] = [];
  // Servers of equal texts share what they load.
  const text = { location: resolve('own.json'), text: JSON.stringify(document) };
  const apis = [{ name: 'own', document: text, handlers, ...more } as OwnApi] as const;
  const mockServer = await createMockServer({ apis, onError: (thrown) => void reported.push(thrown), ...settings });
  onTestFinished(() => mockServer.close());
  return { ...mockServer, reported };
}
