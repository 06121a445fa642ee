// Recording of proxied exchanges as an HTTP Archive (HAR 1.2).
// http://www.softwareishard.com/blog/har-12-spec/

import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Operation } from '../../openapi/document.ts';
import { queryOf } from '../../server/pipeline/wire.ts';
import type { CapturedExchange } from './captured-exchange.ts';
import { decodeBody } from './decode-body.ts';
import type { ExchangeRedaction } from './exchange-redaction.ts';
import { headerIn, headerPairs, type RawHeaders } from './forwarded-headers.ts';

interface RecordingSettings {
  readonly file: string;
  /** The address of the server, for the URLs of requests. */
  readonly url: string;
  /** How long the file may become, in bytes. */
  readonly limit: number;
  /** How long a body may be once it is unpacked, in bytes. */
  readonly bodyLimit: number;
  readonly redaction: ExchangeRedaction;
}

export interface HarRecording {
  /** Resolves when it has been written. @param operation - undefined when the document has none */
  add(passed: CapturedExchange, operation: Operation | undefined): Promise<void>;
  /** How many exchanges were recorded, and how many were not because the file is full. */
  readonly counts: { readonly recorded: number; readonly dropped: number };
  close(): Promise<void>;
}

const HEAD = '{"log":{"version":"1.2","creator":{"name":"Understudy","version":"1"},"entries":[\n';
/** Always written after the last entry, so that the file is valid at any time. */
const TAIL = '\n]}}\n';

/** @throws Error if the file cannot be written */
export async function createHarRecording(settings: RecordingSettings): Promise<HarRecording> {
  const status = await stat(settings.file).catch(() => undefined);
  // To open one waits for its reader.
  if (status?.isFIFO()) throw Object.assign(new Error('this is a pipe'), { path: settings.file });
  const handle: FileHandle = await open(settings.file, 'w', 0o600);
  const counts = { recorded: 0, dropped: 0 };
  try {
    await handle.write(HEAD + TAIL, 0);
  } catch (error) {
    await handle.close();
    throw Object.assign(error as Error, { path: settings.file });
  }
  let end = Buffer.byteLength(HEAD);
  return {
    counts,
    async add(passed, operation) {
      if (passed.response === undefined || passed.origin === 'proxy') return;
      const entry = JSON.stringify(await entryOf(passed, operation, settings));
      const text = Buffer.from(`${counts.recorded === 0 ? '' : ',\n'}${entry}`);
      if (end + text.length > settings.limit) {
        counts.dropped += 1;
        return;
      }
      await handle.write(Buffer.concat([text, Buffer.from(TAIL)]), undefined, undefined, end);
      end += text.length;
      counts.recorded += 1;
    },
    close: () => handle.close(),
  };
}

async function entryOf(passed: CapturedExchange, operation: Operation | undefined, settings: RecordingSettings) {
  const { at, duration, method, httpVersion, body, origin } = passed;
  // The events of a stream are not recorded.
  const response = passed.response?.stream ? { ...passed.response, body: undefined } : passed.response;
  const { redaction, url, bodyLimit } = settings;
  const requestBody = body && (await decodeBody(passed.rawHeaders, body, bodyLimit));
  const responseBody = response?.body && (await decodeBody(response.rawHeaders, response.body, bodyLimit));
  for (const one of [requestBody, responseBody]) if (one) redaction.learnBody(Buffer.from(one).toString(), operation);
  const target = redaction.target(passed.target, operation);
  const fields = redaction.headers(passed.rawHeaders);
  const responseFields = redaction.headers(response?.rawHeaders ?? []);
  const requestContent = requestBody && requestBody.length > 0 ? textOf(requestBody, redaction, operation) : undefined;
  const responseContent = responseBody ? textOf(responseBody, redaction, operation) : undefined;
  const query = [...new URLSearchParams(queryOf(target))].map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: at.toISOString(),
    time: duration,
    request: {
      method,
      url: redaction.text(url) + target,
      httpVersion: `HTTP/${httpVersion}`,
      cookies: [],
      headers: headersOf(fields),
      queryString: query,
      headersSize: -1,
      bodySize: body?.length ?? -1,
      ...(requestContent && { postData: { mimeType: headerIn(fields, 'content-type') ?? '', ...requestContent } }),
    },
    response: {
      status: response?.status ?? 0,
      statusText: redaction.text(response?.message ?? ''),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(responseFields),
      content: {
        size: responseBody?.length ?? -1,
        mimeType: headerIn(responseFields, 'content-type') ?? '',
        ...responseContent,
      },
      redirectURL: headerIn(responseFields, 'location') ?? '',
      headersSize: -1,
      bodySize: response?.body?.length ?? -1,
    },
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
    ...(operation && { _operation: operation.id }),
    _answeredBy: origin,
  };
}

/**
 * Text without secrets; other bodies in Base64, or omitted if they contain a secret, because they could not be read
 * without it.
 */
function textOf(body: Uint8Array, redaction: ExchangeRedaction, operation: Operation | undefined) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return { text: redaction.body(text, operation) };
  } catch {
    const bytes = Buffer.from(body);
    const text = bytes.toString('latin1');
    if (redaction.text(text) !== text) return { text: '', comment: 'omitted: contains a secret' };
    return { text: bytes.toString('base64'), encoding: 'base64' };
  }
}

function headersOf(fields: RawHeaders): readonly { readonly name: string; readonly value: string }[] {
  return headerPairs(fields).map(([name, value]) => ({ name, value }));
}
