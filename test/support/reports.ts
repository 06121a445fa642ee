// Reports about servers that follow their documents, violate them, or return hostile content.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { shownPath } from '../../src/openapi/report/shown-path.ts';
import { detectSandboxes } from '../../src/verify/cases/sandboxes.ts';
import { createReport, type Report } from '../../src/verify/report/report.ts';
import { createTarget } from '../../src/verify/target.ts';
import { type VerifySettings, verify } from '../../src/verify/verify.ts';
import { type NotebookFault, startNotebook, TOKEN } from './notebook/notebook.ts';
import { temporaryFolder } from './temporary.ts';

export const NOTEBOOK = fileURLToPath(new URL('./notebook/notebook.yaml', import.meta.url));

const LINES = readFileSync(NOTEBOOK, 'utf8').split('\n');

/** The position of a text in its document, behind a given line: line and column. */
export function placeInNotebook(text: string, behind: string): { readonly line: number; readonly column: number } {
  const from = LINES.findIndex((line) => line.trim() === behind);
  const line = LINES.findIndex((each, index) => index >= from && each.includes(text));
  return { line: line + 1, column: (LINES[line]?.indexOf(text) ?? -1) + 1 };
}

type More = Partial<VerifySettings>;

/** Random requests for each operation: more would not change the reports. */
const FEW = 5;

/** The report about the notes server, correct or with one fault. */
export async function notebookReport(fault?: NotebookFault, more: More = {}): Promise<Report> {
  const { url, close } = await startNotebook(fault);
  try {
    const credentials = new Map([['key', TOKEN]]);
    return await reportAt(url, NOTEBOOK, { credentials, allowWrites: true, randomRequests: FEW, ...more });
  } finally {
    await close();
  }
}

/** The report about a server with this response. @param path - of its document */
export async function reportOfAnswers(
  answer: (...exchange: [...Parameters<RequestListener>, body: Buffer]) => void,
  path: string,
  more: More = {},
): Promise<Report> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answer(request, response, Buffer.concat(chunks)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await reportAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, path, more);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function reportAt(url: string, path: string, more: More): Promise<Report> {
  const document = createDocument(await openDocument(path));
  const target = createTarget(url);
  try {
    const verdict = await verify({ document, target, sandboxes: await detectSandboxes(target), ...more });
    const { source, base } = document;
    return await createReport(verdict, {
      source,
      base,
      credentials: more.credentials ?? new Map(),
      version: '1.2.3',
      displayPath: shownPath,
    });
  } finally {
    target.close();
  }
}

/** Texts that would be executed, displayed differently or obeyed unless they are escaped. */
export const HOSTILE = [
  '</script><script>document.title = "taken"</script>',
  '<img src=x onerror="document.title=\'taken\'">',
  '</style></title>]]>&lt;&#60;-->',
  '::set-env name=PATH::/tmp',
  '::error::mine',
  '##[add-mask]mine',
  'turned \u202egnp.exe\u202c \u2066x\u2069',
  'cut \0 and \u0007 and \u001b[31mred\u001b[0m',
  'javascript:alert(1) `$(id)` \'"',
  '\u{1f600}\ufeff\u2028',
].join('\n');

/** A hostile document, in which the response has a text where a number belongs. */
export const HOSTILE_DOCUMENT = {
  openapi: '3.0.3',
  info: { title: `Evil ${HOSTILE}`, version: '1' },
  paths: {
    '/<b>evil': {
      get: {
        operationId: `evil ${HOSTILE}`,
        parameters: [{ name: 'q', in: 'query', schema: { type: 'integer', maximum: 5 } }],
        responses: {
          200: {
            description: HOSTILE,
            content: { 'application/json': { schema: { type: 'object', properties: { text: { type: 'integer' } } } } },
          },
        },
      },
      post: { operationId: 'refused', responses: { 200: { description: 'never' } } },
    },
  },
};

/** Returns that in its body and in a header, and rejects POST. */
export const answerHostile: RequestListener = ({ method }, response) => {
  const headers = { 'content-type': 'application/json', 'x-evil': HOSTILE.replace(/[^\t\x20-\x7e]/g, ' ') };
  response.writeHead(method === 'POST' ? 400 : 200, headers);
  response.end(JSON.stringify({ text: HOSTILE, [HOSTILE]: 'a key' }).replaceAll('\\u0000', ' '));
};

/** The report about a hostile server and a hostile document: findings, warnings, and untested cases. */
export async function hostileReport(): Promise<Report> {
  const path = join(await temporaryFolder(), 'evil.json');
  await writeFile(path, JSON.stringify(HOSTILE_DOCUMENT));
  return reportOfAnswers(answerHostile, path, { allowWrites: true, allowUnsafe: ['refused'] });
}
