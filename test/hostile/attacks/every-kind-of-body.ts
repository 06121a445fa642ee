// Bodies other than JSON: bombs, and bodies at the limits of each kind, several at a time.

import { once } from 'node:events';
import { request } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { Attack, Target } from '../attack.ts';

const MOST = 4 * 1024 * 1024;
const ROUNDS = { short: 1, full: 10 };
const AT_ONCE = { short: 2, full: 4 };
const XML = 'application/xml';
const FORM = 'application/x-www-form-urlencoded';
const PARTS = 'multipart/form-data; boundary=a';

interface Sending {
  readonly type: string;
  readonly body: Buffer;
  readonly encoding?: string;
}

function filled(
  before: string,
  text: string,
  after: string,
  count = (MOST - before.length - after.length) / text.length,
) {
  return Buffer.from(before + text.repeat(Math.floor(count)) + after);
}

const ENTITIES = Array.from({ length: 20 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(20)}">`).join('');
const FIELD = '--a\r\nContent-Disposition: form-data; name="tags"\r\n\r\nx\r\n';

/** Bodies that are rejected before parsing. */
const bombs = (): readonly Sending[] => {
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  return [
    { type: 'application/octet-stream', body: gzipSync(zeros, { level: 1 }), encoding: 'gzip' },
    { type: 'application/octet-stream', body: brotliCompressSync(zeros, quickly), encoding: 'br' },
    { type: FORM, body: deflateSync(zeros, { level: 1 }), encoding: 'deflate' },
    { type: XML, body: Buffer.from(`<!DOCTYPE a [<!ENTITY e0 "x">${ENTITIES}]><a><name>&e20;</name></a>`) },
    { type: XML, body: filled('', '<a>', '') },
    { type: XML, body: filled('<a ', 'b="" ', '/>') },
    { type: XML, body: filled('<a>', '&lt;', '</a>') },
    { type: FORM, body: filled('', 'a&', '') },
    {
      type: FORM,
      body: Buffer.from(
        Array.from({ length: 800_000 }, (_, at) => at.toString(36))
          .join('&')
          .slice(0, MOST),
      ),
    },
    { type: PARTS, body: filled('', '--a\r\n\r\n', '') },
    { type: PARTS, body: filled('', FIELD, '--a--', 10_000) },
    { type: 'text/csv', body: filled('', ',', '') },
    { type: 'application/x-ndjson', body: filled('', '1\n', '') },
  ];
};

/** Bodies at the limits that are parsed. */
const justRead = (): readonly Sending[] => [
  { type: XML, body: filled('<a><trees>', '<trees/>', '</trees></a>', 99_000) },
  { type: XML, body: filled(`${'<a><trees>'.repeat(49)}`, 'x', `${'</trees></a>'.repeat(49)}`, 2_000_000) },
  { type: XML, body: filled('<a><name>', '&lt;', '</name></a>', 99_000) },
  { type: FORM, body: filled('', 'tags=x&', '', 9999) },
  { type: FORM, body: filled('', 'deep[a][b][c][]=x&', '', 9999) },
  { type: FORM, body: filled('a=', '%20', '') },
  { type: PARTS, body: filled('', FIELD, '--a--', 1000) },
  { type: PARTS, body: filled(FIELD.replace('x\r\n', ''), '\r\n--', '\r\n--a--') },
  { type: 'text/csv', body: filled('a,b\n', 'x,y\n', '', 124_000) },
  { type: 'application/x-ndjson', body: filled('', '{"a":1}\n', '', 99_000) },
  { type: 'application/octet-stream', body: Buffer.alloc(MOST) },
];

async function post({ port }: Target, { type, body, encoding }: Sending): Promise<void> {
  const headers = {
    'content-type': type,
    'content-length': body.length,
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  };
  const sending = request({ port, host: '127.0.0.1', method: 'POST', path: '/uploads', headers, agent: false });
  sending.end(body);
  const [response] = await once(sending, 'response');
  response.resume();
  await once(response, 'end');
}

function attack(title: string, create: () => readonly Sending[]): Attack {
  return {
    title,
    api: new URL('../uploads.ts', import.meta.url),
    async run(target, size) {
      const sendings = create();
      for (let round = 0; round < ROUNDS[size]; round += 1) {
        for (const one of sendings) await Promise.all(Array.from({ length: AT_ONCE[size] }, () => post(target, one)));
      }
      return ROUNDS[size] * sendings.length * AT_ONCE[size];
    },
  };
}

export const everyKindOfBody: readonly Attack[] = [
  attack('bombs packed and in XML, and forms, parts, XML, tables and lines of more than is read', bombs),
  attack('forms, parts, XML, tables and lines of as much as is read', justRead),
];
