// Operations without a possible response are reported at start.

import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, defineApi } from '../../../src/index.ts';

const impossible = '{ type: string, allOf: [{ minLength: 5 }, { maxLength: 2 }] }';
const response = (schema: string) =>
  `responses: { '200': { description: it, content: { application/json: { schema: ${schema} } } } }`;
const DOCUMENT = `
openapi: 3.0.3
info: { title: Weather, version: '1' }
paths:
  /now: { get: { operationId: now, ${response('{ type: string }')} } }
  /never: { get: { operationId: never, ${response(impossible)} } }
  /written: { get: { operationId: written, ${response(impossible)} } }
`;

/** The first notice of a listening mock server. */
async function reportedOf(text: string): Promise<string> {
  const document = { location: '/weather.yaml', text };
  const api = defineApi({ name: 'weather', document, infer: true, handlers: { written: () => 'by hand' } });
  return new Promise((resolve, reject) => {
    createMockServer({ apis: [api], onNotice: resolve }).then(async (mockServer) => {
      onTestFinished(() => mockServer.close());
      await mockServer.listen();
    }, reject);
  });
}

test('reports only the operation without a handler, with the reason', async () => {
  const reported = await reportedOf(DOCUMENT);
  expect(reported).toMatch(
    /^One operation of Weather cannot be mocked, because no response can be generated:\n {2}never: .+\nThey return 501\. Add a handler or an example/,
  );
  expect(reported).not.toMatch(/now:|written:/);
});

test('reports the first twenty of very many', async () => {
  const paths = Array.from(
    { length: 30 },
    (_, n) => `  /n${n}: { get: { operationId: n${n}, ${response(impossible)} } }`,
  );
  const reported = await reportedOf(`${DOCUMENT}${paths.join('\n')}\n`);
  expect(reported).toMatch(/^At least 20 operations of Weather/);
  expect(reported.match(/^ {2}/gm)).toHaveLength(20);
});
