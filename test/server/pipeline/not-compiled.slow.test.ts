// Findings about validators that cannot be compiled, before a document is served or during it.

import { EventEmitter, once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi } from '../../../src/index.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { LARGE, UNCOMPILED } from '../../support/uncompiled.ts';

const BROKEN = `openapi: 3.0.3
info: { title: T, version: '1' }
paths:
  /a:
    get:
      operationId: a
      parameters: ${JSON.stringify(UNCOMPILED)}
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: string } } } }
        default: { description: no }
`;

test('a mock server reports validators that cannot be compiled before it starts; for a large document, as soon as they are found', async () => {
  const path = join(await temporaryFolder(), 'plain.yaml');
  await writeFile(path, BROKEN);
  const apis = [
    defineApi<{ a: { input: object; output: string; secured: false } }, Record<never, never>, undefined>({
      name: 'plain',
      document: path,
      handlers: { a: () => 'ok' },
    }),
  ] as const;
  const found = { line: 5, severity: 'error', rule: 'not-compiled' };
  const small = await createMockServer({ apis });
  onTestFinished(() => small.close());
  expect(small.documents()).toMatchObject([{ findings: [found] }]);
  const reported = expect.stringMatching(/plain\.yaml:5:\d+ {2}error {2}not-compiled {2}cannot be compiled; requests/);
  await expect(createMockServer({ apis, strict: true })).rejects.toMatchObject({ problems: [reported] });

  await writeFile(path, `${BROKEN}x-large: ${LARGE}\n`);
  const notices = new EventEmitter();
  const large = await createMockServer({ apis, onNotice: (notice) => notices.emit('notice', notice) });
  onTestFinished(() => large.close());
  expect(large.documents()).toMatchObject([{ findings: [] }]);
  const noticed = once(notices, 'notice');
  const { url } = await large.listen();
  const [notice] = await noticed;
  expect(notice.split('\n')).toEqual(['T: some schemas of the document cannot be compiled:', reported]);
  const requested = await fetch(`${url}/_understudy/documents`);
  expect(await requested.json()).toMatchObject({ documents: [{ findings: [found] }] });
  await expect(createMockServer({ apis, strict: true })).rejects.toMatchObject({ problems: [reported] });

  await writeFile(path, `${BROKEN}x-large: ${LARGE}x\n`);
  await expect(createMockServer({ apis, strict: true })).rejects.toMatchObject({ problems: [reported] });
});
