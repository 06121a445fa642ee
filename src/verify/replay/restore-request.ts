// Restores the requests of a report: with credentials, and with the ids of new items.

import type { Operation } from '../../openapi/document.ts';
import { parsePathTemplate } from '../../openapi/lookup/path-template.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { REDACTED } from '../../server/pipeline/security/redacted.ts';
import { type CredentialsByScheme, findGivenAlternative } from '../credentials.ts';
import type { SetupReport } from '../report/example-report.ts';
import { restoreSecrets } from '../report/secrets.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';

/** A request as a report shows it. */
export type ReportedRequest = Pick<SetupReport, 'method' | 'url' | 'headers' | 'body' | 'bytes'>;

interface RestoreSettings {
  readonly operation: Operation;
  /** The base URL of the document in the report. */
  readonly base: string;
  /** Credentials by the names that masks have. */
  readonly credentials: CredentialsByScheme;
  /** The names of the headers of every request. */
  readonly commonHeaders: readonly string[];
  /** Returns the new value of a path parameter, encoded; undefined if it is unchanged. */
  readonly newValue: (parameter: string, value: string) => string | undefined;
}

/** Headers that the connection sets. */
const OF_CONNECTION = new Set(['content-length', 'host', 'connection']);
/** A mask: `[value of key]`, `[value of key in base64]`, `[password of key]`. */
const MASK = /\[(?:value|password) of [^\]]*\]/;

/** Restores a request; fails with a clause if a part of it is not in the report. */
export function restoreRequest(
  { method, url, headers, body, bytes }: ReportedRequest,
  { operation, base, credentials, commonHeaders, newValue }: RestoreSettings,
): Result<SerializedRequest> {
  if (!url.startsWith(base)) return failure(`its URL is not below ${base}`);
  const [path = '', query = ''] = restoreSecrets(url.slice(base.length), credentials, encodeURIComponent).split(
    /\?(.*)/s,
  );
  const own = headers.filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()));
  const sent = own.map(([name, text]) => [name, restoreSecrets(text, credentials)] as const);
  const bodyText = restoreSecrets(body, credentials);
  for (const text of [path, query, ...sent.map(([, one]) => one), bodyText]) {
    const mask = MASK.exec(text)?.[0];
    if (mask) return failure(`its ${mask} is not given (--auth)`);
    if (text.includes(REDACTED)) return failure('the report masks a part of it');
  }
  if (Buffer.byteLength(body) !== bytes) return failure('the report does not contain its whole body');
  const values = pathValues(operation.path, path);
  const changed = Object.entries(values).map(([name, value]) => [name, newValue(name, value) ?? value] as const);
  const target = fillTemplate(operation.path, path, new Map(changed));
  return success({
    method,
    target: query === '' ? target : `${target}?${query}`,
    headers: sent,
    body: bytes === 0 ? undefined : Buffer.from(bodyText),
    scopes: (findGivenAlternative(operation, credentials) ?? []).flatMap(({ scopes }) => scopes),
    // Those of the report are complete.
    omittedHeaders: commonHeaders.map((name) => name.toLowerCase()),
    rawParameters: {
      path: Object.fromEntries(changed),
      query,
      headers: {
        'content-length': String(Buffer.byteLength(bodyText)),
        ...Object.fromEntries(sent.map(([name, text]) => [name.toLowerCase(), text])),
      },
    },
  });
}

/** The path values as sent, by parameter. Segments with more than a value are not split. */
function pathValues(template: string, path: string): Readonly<Record<string, string>> {
  const { segments, values } = parsePathTemplate(template);
  const texts = path.split('/');
  const names = values.values();
  return Object.fromEntries(
    segments.flatMap((segment, index) => {
      if (typeof segment === 'string') return [];
      const own = segment.slice(1).map(() => names.next().value?.name ?? '');
      return segment.join('') === '' && own.length === 1 ? [[own[0] ?? '', texts[index] ?? '']] : [];
    }),
  );
}

/** The path with other values in the segments that consist of one value. */
function fillTemplate(template: string, path: string, changed: ReadonlyMap<string, string>): string {
  const { segments, values } = parsePathTemplate(template);
  const names = values.values();
  return path
    .split('/')
    .map((text, index) => {
      const segment = segments[index];
      if (segment === undefined || typeof segment === 'string') return text;
      const own = segment.slice(1).map(() => names.next().value?.name ?? '');
      return segment.join('') === '' && own.length === 1 ? (changed.get(own[0] ?? '') ?? text) : text;
    })
    .join('/');
}
