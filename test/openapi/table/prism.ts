// Sends the requests of the rows to Prism and stores differences, by status: `node test/openapi/table/prism.ts`.

import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { HandlerResponse } from '../../../src/server/pipeline/handler-response.ts';
import type { Row } from './row.ts';
import { requestOf } from './serve.ts';
import { TABLES } from './tables.ts';

/** The modules of Prism's command line; it has no API for programs. */
const require = createRequire(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json'));
const { getHttpOperationsFromSpec } = require('@stoplight/prism-http');
const { createServer } = require('@stoplight/prism-http-server');
const { createLogger } = require('@stoplight/prism-core');
const { version } = require('@stoplight/prism-cli/package.json');

/** Timeout of one response, in milliseconds. Some requests never get one. */
const TIMEOUT = 3000;

/** The status and text of Prism's response, or the error. */
async function requestPrism({ document, request }: Row): Promise<{ readonly status: number; readonly words: string }> {
  let server: { listen(port: number, host: string): Promise<string>; close(): Promise<void> } | undefined;
  try {
    const operations = await getHttpOperationsFromSpec(structuredClone(document));
    const config = {
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      isProxy: false,
      mock: { dynamic: false },
    };
    server = createServer(operations, {
      cors: true,
      config,
      components: { logger: createLogger('table', { level: 'silent' }) },
    });
    const address = await server?.listen(0, '127.0.0.1');
    const prismRequest = requestOf(request, `${address}`);
    const response = await fetch(prismRequest, { signal: AbortSignal.timeout(TIMEOUT), redirect: 'manual' });
    const text = await response.text();
    const violations = response.headers.get('sl-violations');
    return { status: response.status, words: wordsOf(violations ? `{"validation":${violations}}` : text) };
  } catch (thrown) {
    const { name, message } = thrown as Error;
    return {
      status: 0,
      words: name === 'TimeoutError' ? 'never responds' : `does not serve it: ${message.split('\n', 1)[0]}`,
    };
  } finally {
    // An open response would prevent it from closing.
    await Promise.race([server?.close(), new Promise((resolve) => setTimeout(resolve, 500))]);
  }
}

function wordsOf(text: string): string {
  try {
    const { title, detail, validation = [] } = JSON.parse(text);
    const said = (validation as { location: string[]; message: string }[]).map(
      ({ location, message }) => `${location.join('.')} ${message}`,
    );
    return said.length > 0 ? said.join('; ') : `${title ?? ''}${detail ? `: ${detail}` : ''}`;
  } catch {
    return text;
  }
}

function isAsExpected(status: number, { expected }: Row): boolean {
  // Prism rejects invalid requests with 422 if it can.
  if (expected.status === 400) return status === 400 || status === 422;
  if (expected.status !== undefined) return status === expected.status;
  return status >= 200 && status < 300;
}

// Some requests crash Prism, and would crash this program too.
let died: unknown;
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (thrown) => {
    died = thrown;
  });

const differences: Record<string, string> = {};
for (const row of Object.values(TABLES).flat()) {
  // Rows about handlers do not apply to Prism.
  if (row.expected.status === 500 || row.output instanceof HandlerResponse) continue;
  died = undefined;
  const prismResponse = await requestPrism(row);
  const { status, words } =
    died === undefined ? prismResponse : { status: 0, words: `dies of it: ${(died as Error).message}` };
  // Prism names files by their absolute path, which differs between machines.
  const message = `${status || ''} ${words}`.trim().replaceAll(`${process.cwd()}/`, '');
  if (!isAsExpected(status, row)) differences[row.name] = message.slice(0, 200);
}
const file = new URL('prism.json', import.meta.url);
await writeFile(file, `${JSON.stringify({ version, rows: differences }, null, 2)}\n`);
console.log(`${Object.keys(differences).length} of ${Object.values(TABLES).flat().length} rows`);
process.exit();
