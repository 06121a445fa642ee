// Documents with invalid protobuf annotations are rejected when they are loaded.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { createMockServer, UsageError } from '../../../src/index.ts';
import { greeter } from '../../support/greeter/api.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const GREETER = fileURLToPath(new URL('../../support/greeter/greeter.yaml', import.meta.url));

/** The document of the greeter, with two errors. */
async function wrongDocument(): Promise<string> {
  const path = join(await temporaryFolder(), 'greeter.yaml');
  const text = await readFile(GREETER, 'utf8');
  const wrong = text
    .replace('x-field-numbers: { hello: 4, count: 5 }', 'x-field-numbers: { hello: 4, count: 4 }')
    .replace('x-rpc: Wait', 'x-rpc: 3');
  expect(wrong).not.toBe(text);
  await writeFile(path, wrong);
  return path;
}

test('a mock server does not start with such a document, and lists all errors with their location', async () => {
  const path = await wrongDocument();
  const rejected = createMockServer({ apis: [{ ...greeter(), document: pathToFileURL(path) }] });
  await expect(rejected).rejects.toThrow(UsageError);
  await expect(rejected).rejects.toThrow(`${path} cannot be converted to protobuf:`);
  await expect(rejected).rejects.toThrow('/components/schemas/Words/x-field-numbers/count');
  await expect(rejected).rejects.toThrow('/paths/~1people~1{person}/get/x-rpc');
});

test('a mock server that did not start releases the data folder', async () => {
  const data = await temporaryFolder();
  const document = pathToFileURL(await wrongDocument());
  await expect(createMockServer({ apis: [{ ...greeter(), document }], data })).rejects.toThrow(UsageError);
  const next = await createMockServer({ apis: [greeter()], data });
  await next.close();
});
