// Input for peers that cannot read a document directly.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleOf, operationsIn, readDocument } from './documents.ts';

/** WireMock reads no documents: writes a stub for each operation, like a user. Returns their folder. */
export async function writeStubs(file: string): Promise<string> {
  const document = await readDocument(file);
  const mappings = operationsIn(document).map((operation) => {
    const { status, value } = exampleOf(document, operation);
    return {
      request: { method: operation.method.toUpperCase(), urlPathTemplate: operation.path },
      response: { status, headers: { 'content-type': 'application/json' }, jsonBody: value },
    };
  });
  const folder = `${file}.wiremock`;
  await mkdir(join(folder, 'mappings'), { recursive: true });
  await writeFile(join(folder, 'mappings', 'stubs.json'), JSON.stringify({ mappings }));
  return folder;
}

/** Mockoon prefers generated data to an example, except one in the schema. Returns the document with examples there. */
export async function writeMockoonDocument(file: string): Promise<string> {
  const document = await readDocument(file);
  for (const operation of operationsIn(document)) {
    const { status, value } = exampleOf(document, operation);
    if (value === undefined) continue;
    const content = { 'application/json': { schema: { example: value } } };
    Object.assign(operation.definition.responses, { [status]: { description: '', content } });
  }
  const mockoon = `${file}.mockoon.json`;
  await writeFile(mockoon, JSON.stringify(document));
  return mockoon;
}
