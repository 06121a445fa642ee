// Patches of response and request code, for faults of both.

import type { Patch } from './mutant.ts';

const FILE = 'src/server/pipeline/write-response.ts';
const WRITTEN = 'const written = { ...encoded, status, headers, ...(cookies && { cookies }) };';

/** A change of a response. @param statement - about its `status` and `headers` */
export function beforeWriting(statement: string): Patch {
  return [FILE, WRITTEN, `${statement}\n  ${WRITTEN}`];
}

/** Another text in successful responses. @param text - an expression based on `text` */
export function writing(text: string): Patch {
  return [
    FILE,
    WRITTEN,
    `const text = status < 300 ? Buffer.from(encoded.body as string).toString() : '';\n  const written = { ...encoded, status, headers, body: text === '' ? encoded.body : Buffer.from(${text}) };`,
  ];
}

export const HEAD_FORBIDDEN: Patch = [
  FILE,
  'const status = encoded.status < 200 ? 204 : encoded.status;',
  "const status = request.method === 'HEAD' ? 403 : encoded.status < 200 ? 204 : encoded.status;",
];

export const ANY_MEDIA_TYPE: Patch = [
  'src/server/codec/request-type.ts',
  "const text = headers['content-type'];",
  'const text = undefined as string | undefined;',
];
