// Fastify with a route for each operation of a document: `node fastify.mjs PORT DOCUMENT.json`.
// Request bodies are validated; the examples of the document are returned without validation.

import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { withoutIdleNullable } from './nullable.mjs';

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

const [port, file = ''] = process.argv.slice(2);
const { paths, components } = JSON.parse(readFileSync(file, 'utf8'), (key, value) => {
  if (key === '$ref' && typeof value === 'string') return `document${value}`;
  return withoutIdleNullable(value);
});
const resolve = (value) =>
  value?.$ref === undefined
    ? value
    : value.$ref
        .slice('document#/components/'.length)
        .split('/')
        .reduce((part, key) => part[key.replaceAll('~1', '/').replaceAll('~0', '~')], components);

const app = Fastify({ ajv: { customOptions: { strict: false, logger: false, validateFormats: false } } });
app.addSchema({ $id: 'document', components });
for (const [path, item] of Object.entries(paths)) {
  for (const method of METHODS.filter((one) => item[one])) {
    const { requestBody, responses } = item[method];
    const body = resolve(requestBody)?.content?.['application/json']?.schema;
    const [status, response] = Object.entries(responses).find(([key]) => key.startsWith('2')) ?? ['200'];
    const { example, examples = {} } = resolve(response)?.content?.['application/json'] ?? {};
    const answer = example ?? resolve(Object.values(examples)[0])?.value;
    app.route({
      method: method.toUpperCase(),
      url: path.replaceAll(/\{([^}]+)\}/g, ':$1'),
      ...(body && { schema: { body } }),
      handler: async (_request, reply) => reply.code(Number(status)).send(answer),
    });
  }
}
await app.listen({ port: Number(port), host: '127.0.0.1' });
