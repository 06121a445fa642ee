// Compilation of all validators to find errors.

import { expect, test } from 'vitest';
import { runAtOnce } from '../../src/openapi/run-steps.ts';
import { compileAll } from '../../src/openapi/schema/compile-all.ts';
import { program } from '../support/command-process.ts';
import { documentOf, jsonAnswers } from '../support/own-api.ts';
import { UNCOMPILED } from '../support/uncompiled.ts';

const SOURCE = new URL('../../src/openapi/', import.meta.url).href;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const reportedOf = async (document: object) =>
  (await runAtOnce(compileAll(document as never))).map(({ rule, pointer, message }) => `${rule} ${pointer} ${message}`);

test('reports all constraints that are not enforced', async () => {
  const post = {
    parameters: [
      { name: 'limit', in: 'query', schema: { type: 'integer', format: 'tiny' } },
      { name: '__proto__', in: 'query', schema: {} },
    ],
    requestBody: { content: { 'application/json': { schema: ref('Pet') } } },
    responses: jsonAnswers({ 200: { type: 'array', items: ref('Pet') } }),
  };
  const schemas = { Pet: { properties: { owner: ref('Owner') } }, Owner: { pattern: '(' } };
  expect(await reportedOf(documentOf({ '/pets': { post } }, { components: { schemas } }))).toEqual([
    'not-enforced /paths/~1pets/post/parameters/1/name this name is not supported',
    'not-enforced /paths/~1pets/post/parameters/0/schema/format format "tiny" is not supported',
    'invalid-schema /components/schemas/Owner/pattern pattern "(" is not a regular expression: unterminated group',
  ]);
});

test('continues after a schema that cannot be compiled', async () => {
  const paths = {
    '/many': { get: { parameters: UNCOMPILED, responses: jsonAnswers({ 204: undefined }) } },
    '/other': { get: { responses: jsonAnswers({ 400: ref('Other') }) } },
  };
  const schemas = { Other: { pattern: '(' } };
  expect(await reportedOf(documentOf(paths, { openapi: '3.1.0', components: { schemas } }))).toEqual([
    expect.stringMatching('^not-compiled /paths/~1many/get cannot be compiled; requests return 500: .'),
    'invalid-schema /components/schemas/Other/pattern pattern "(" is not a regular expression: unterminated group',
  ]);
});

test('does not retain validators', async () => {
  const script = `
    import { runAtOnce } from '${SOURCE}run-steps.ts';
    import { compileAll } from '${SOURCE}schema/compile-all.ts';
    const properties = Object.fromEntries(Array.from({ length: 20 }, (_, i) => ['p' + i, { type: 'string', minLength: i }]));
    const responses = (i) => ({ 200: { description: '', content: { 'application/json': { schema: { properties, title: i } } } } });
    const paths = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => ['/' + i, { get: { responses: responses(i) } }]));
    await runAtOnce(compileAll({ openapi: '3.0.3', info: { title: '', version: '' }, paths }));
    console.log('compiled');`;
  const { stdout } = await program(['--max-old-space-size=40', '--input-type=module', '-e', script], { cwd: '.' })
    .ended;
  expect(stdout).toBe('compiled\n');
});
