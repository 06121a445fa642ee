// Reports of servers that keep their documents, break them, or answer with what nobody would want in a report.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDocument } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { shownPath } from '../../src/server/pages/shown-path.ts';
import { detectSandboxes } from '../../src/verify/cases/sandboxes.ts';
import { createReport, type Report } from '../../src/verify/report/report.ts';
import { createTarget } from '../../src/verify/target.ts';
import { type VerifySettings, verify } from '../../src/verify/verify.ts';
import { type NotebookFault, startNotebook, TOKEN } from './notebook/notebook.ts';
import { temporaryFolder } from './temporary.ts';

export const NOTEBOOK = fileURLToPath(new URL('./notebook/notebook.yaml', import.meta.url));

const LINES = readFileSync(NOTEBOOK, 'utf8').split('\n');

/** Where a text stands in its document behind a line: its own line and its column. */
export function placeInNotebook(text: string, behind: string): { readonly line: number; readonly column: number } {
  const from = LINES.findIndex((line) => line.trim() === behind);
  const line = LINES.findIndex((each, index) => index >= from && each.includes(text));
  return { line: line + 1, column: (LINES[line]?.indexOf(text) ?? -1) + 1 };
}

type More = Partial<VerifySettings>;

/** Random requests for each operation: the reports are the same with more. */
const FEW = 5;

/** What is told of the server of notes, as it is or broken in one way. */
export async function notebookReport(fault?: NotebookFault, more: More = {}): Promise<Report> {
  const { url, close } = await startNotebook(fault);
  try {
    const credentials = new Map([['key', TOKEN]]);
    return await reportAt(url, NOTEBOOK, { credentials, allowWrites: true, randomRequests: FEW, ...more });
  } finally {
    await close();
  }
}

/** What is told of a server that answers so. @param path - of its document */
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

/** What would be run, shown as something else, or obeyed, wherever it is not written as text. */
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

/** A document whose author means no good either, in which the server's answers are a text where a number belongs. */
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

/** Answers with that in its body and in a header field, and refuses POST. */
export const answerHostile: RequestListener = ({ method }, response) => {
  const headers = { 'content-type': 'application/json', 'x-evil': HOSTILE.replace(/[^\t\x20-\x7e]/g, ' ') };
  response.writeHead(method === 'POST' ? 400 : 200, headers);
  response.end(JSON.stringify({ text: HOSTILE, [HOSTILE]: 'a key' }).replaceAll('\\u0000', ' '));
};

/** What is told of a server and an author who mean no good: findings, remarks, and what was not reached. */
export async function hostileReport(): Promise<Report> {
  const path = join(await temporaryFolder(), 'evil.json');
  await writeFile(path, JSON.stringify(HOSTILE_DOCUMENT));
  return reportOfAnswers(answerHostile, path, { allowWrites: true, allowUnsafe: ['refused'] });
}
