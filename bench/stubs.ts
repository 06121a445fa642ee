// What peers are given that do not take a document as it is.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleOf, operationsIn, readDocument } from './documents.ts';

/** WireMock reads no documents: a stub for each operation, as somebody would write it. Gives their folder. */
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

/** Mockoon first answers what a schema says, and only the example of a schema as it is. Gives the document that has them there. */
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
