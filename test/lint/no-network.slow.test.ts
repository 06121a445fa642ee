// No reference of a document or ruleset is fetched, and no file outside of the folder is read.

import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lintDocument } from '../../src/lint/lint-document.ts';
import { temporaryFolder } from '../support/temporary.ts';

const documentWith = (schema: string) => `
openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      operationId: listPets
      responses:
        "200":
          description: The pets.
          content: { application/json: { schema: { $ref: "${schema}" } } }
`;

/** A server that would return a schema or a ruleset, and counts requests. */
async function temptation(): Promise<{ url: string; requested: () => number }> {
  let requested = 0;
  const server = createServer((_request, response) => {
    requested += 1;
    response.setHeader('content-type', 'text/yaml');
    response.end('type: object\nrules: {}\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested: () => requested };
}

describe('lint', () => {
  test('does not fetch a reference, and reports it', async () => {
    const { url, requested } = await temptation();
    const path = join(await temporaryFolder(), 'pets.yaml');
    await writeFile(path, documentWith(`${url}/pet.yaml`));
    const finding = (await lintDocument(path)).findings.find(({ rule }) => rule === 'invalid-ref');
    expect(finding?.message).toContain(`${url}/pet.yaml was not fetched; to allow it, use --allow-fetch`);
    expect(requested()).toBe(0);
  });

  test.each(['/rules.yaml', '/rules.js', '/rules'])('does not fetch an extended ruleset (%s)', async (file) => {
    const { url, requested } = await temptation();
    const folder = await temporaryFolder();
    const path = join(folder, 'pets.yaml');
    const ruleset = join(folder, 'rules.yaml');
    await writeFile(path, documentWith('#/paths'));
    await writeFile(ruleset, `extends: ["${url}${file}"]\n`);
    await expect(lintDocument(path, { ruleset })).rejects.toThrow(`${url}${file} is not fetched`);
    expect(requested()).toBe(0);
  });

  test('reads referenced files below the folder of the document, and none elsewhere', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'api', 'pets.yaml');
    await mkdir(join(folder, 'api', 'schemas'), { recursive: true });
    await writeFile(join(folder, 'api', 'schemas', 'pet.yaml'), 'type: object\nexample: Minka\n');
    await writeFile(join(folder, 'secret.yaml'), 'type: object\n');
    await writeFile(path, documentWith('schemas/pet.yaml'));
    expect((await lintDocument(path)).findings).toContainEqual(
      expect.objectContaining({
        rule: 'oas3-valid-schema-example',
        file: join(folder, 'api', 'schemas', 'pet.yaml'),
        line: 2,
      }),
    );
    await writeFile(path, documentWith('../secret.yaml'));
    expect((await lintDocument(path)).findings).toContainEqual(
      expect.objectContaining({
        rule: 'invalid-ref',
        message: expect.stringContaining("outside the document's folder"),
      }),
    );
  });
});
