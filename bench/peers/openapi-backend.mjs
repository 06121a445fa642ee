// Express and openapi-backend, a minimal mock server: `node openapi-backend.mjs PORT DOCUMENT.json`.
// Requests are validated, tokens are required where the document does so, and the document's examples are returned.

import { readFileSync } from 'node:fs';
import express from 'express';
import { OpenAPIBackend } from 'openapi-backend';
import { withoutIdleNullable } from './nullable.mjs';

const [port, document = ''] = process.argv.slice(2);
const definition = JSON.parse(readFileSync(document, 'utf8'), (_key, value) => withoutIdleNullable(value));
const hasToken = ({ request }) => request.headers.authorization?.startsWith('Bearer ') ?? false;
const securitySchemes = Object.keys(definition.components?.securitySchemes ?? {});
const api = new OpenAPIBackend({
  definition,
  // Validators are compiled on first use. Otherwise 1,000 operations take most of a minute to start.
  quick: true,
  ajvOpts: { strict: false, logger: false },
  // Ajv does not know formats such as 64-bit integers.
  customizeAjv: (ajv) => Object.assign(ajv, { opts: { ...ajv.opts, validateFormats: false } }),
  securityHandlers: Object.fromEntries(securitySchemes.map((name) => [name, hasToken])),
  handlers: {
    notImplemented: (context, _request, response) => {
      const { status, mock } = context.api.mockResponseForOperation(context.operation.operationId);
      response.status(status).json(mock);
    },
    validationFail: ({ validation }, _request, response) => response.status(400).json({ errors: validation.errors }),
    unauthorizedHandler: (_context, _request, response) => response.status(401).json({ message: 'no token' }),
    notFound: (_context, _request, response) => response.status(404).json({ message: 'not found' }),
  },
});
await api.init();

const app = express();
app.use(express.json());
app.use((request, response) => api.handleRequest(request, request, response));
app.listen(Number(port), '127.0.0.1');
