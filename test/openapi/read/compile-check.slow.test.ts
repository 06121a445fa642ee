// Cached results of compiling all validators.

import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { DocumentFinding } from '../../../src/openapi/document-finding.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { type RunSteps, runAtOnce } from '../../../src/openapi/run-steps.ts';
import { documentWith, written } from '../../support/opened.ts';
import { LARGE, UNCOMPILED } from '../../support/uncompiled.ts';

const LEFT = JSON.stringify(UNCOMPILED);
const whole = documentWith('{}', '{}', '3.1.0');
const broken = whole.replace('      responses:', `      parameters: ${LEFT}\n      responses:`);

const item = (parameters: readonly object[]) =>
  JSON.stringify({ get: { operationId: 'a', parameters, responses: { 200: { description: 'ok' } } } });

const lines = (findings: readonly DocumentFinding[]) =>
  findings.map(({ line, severity, rule, pointer }) => `${line} ${severity} ${rule} ${pointer}`);
const FOUND = '5 error not-compiled /paths/~1a/get';

test('the result is known after reading a small document', async () => {
  const { findings, isLarge, compileAll } = await openDocument(await written({ 'api.yaml': broken }));
  expect([lines(findings), isLarge, compileAll]).toEqual([[FOUND], false, undefined]);
});

describe('of a large document', () => {
  const large = `${broken}x-large: ${LARGE}\n`;

  test('the result is known after compiling it once', async () => {
    const path = await written({ 'api.yaml': large });
    const first = await openDocument(path);
    expect([lines(first.findings), first.isLarge]).toEqual([[], true]);
    expect(lines((await first.compileAll?.(runAtOnce)) ?? [])).toEqual([FOUND]);
    expect(lines(first.findings)).toEqual([FOUND]);

    const later = await openDocument(path);
    expect([lines(later.findings), later.isLarge, later.compileAll]).toEqual([[FOUND], true, undefined]);
  });

  test('the result is outdated when a file changes', async () => {
    const path = await written({
      'api.yaml': `${whole.replace(/ {2}\/a:\n(.*\n)*(?=components)/, '  /a: { $ref: item.json }\n')}x-large: ${LARGE}\n`,
      'item.json': item([]),
    });
    const first = await openDocument(path);
    expect(await first.compileAll?.(runAtOnce)).toEqual([]);
    expect((await openDocument(path)).compileAll).toBe(undefined);

    await writeFile(path.replace('api.yaml', 'item.json'), item(UNCOMPILED));
    const changed = await openDocument(path);
    const found = (await changed.compileAll?.(runAtOnce)) ?? [];
    expect(found.map(({ file, rule, pointer }) => [file, rule, pointer])).toEqual([
      [path.replace('api.yaml', 'item.json'), 'not-compiled', '/get'],
    ]);
    expect(changed.findings).toEqual(found);
    await writeFile(path, (await readFile(path, 'utf8')).replace('title: T', 'title: U'));
    expect((await openDocument(path)).compileAll).toBeDefined();
  });

  test('the result is unknown after an aborted run', async () => {
    const path = await written({ 'api.yaml': large });
    const ended: RunSteps = () => Promise.reject(new Error('ended'));
    await expect((await openDocument(path)).compileAll?.(ended)).rejects.toThrow('ended');
    expect((await openDocument(path)).compileAll).toBeDefined();
  });
});
