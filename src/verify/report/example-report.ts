// An exchange in a report: a request and its response, without secrets.

import { findSecretNames } from '../../openapi/find-secret-names.ts';
import { redactHeader } from '../../server/pipeline/security/redact-header.ts';
import { redactBody } from '../../server/pipeline/security/redact-text.ts';
import type { CreateRequest, TestExchange } from '../cases/test-case.ts';
import type { StoredExchange } from '../finding-groups.ts';
import type { ReceivedResponse } from '../target.ts';
import { formatCurl } from './curl.ts';
import { redactSecrets, type Secret, truncateText } from './secrets.ts';

/** A request that created an item. */
export interface SetupReport {
  readonly operation: string;
  /** The id of the item. */
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, text: string])[];
  /** Its body, truncated; empty without one. */
  readonly body: string;
  /** The size of its complete body, in bytes. */
  readonly bytes: number;
}

/** A request with a finding, and its response. */
export interface ExampleReport {
  /** The requests that created the items of the request, in their order. Absent if there are none. */
  readonly setup?: readonly SetupReport[];
  readonly request: {
    readonly description: string;
    readonly phase: TestExchange['phase'];
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [name: string, text: string])[];
    /** Its body, truncated; empty without one. */
    readonly body: string;
    /** The size of its complete body, in bytes. */
    readonly bytes: number;
    readonly curl: string;
  };
  readonly response: {
    /** 0 without a response. */
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Its body, truncated; empty without one. */
    readonly body: string;
    /** The size of its complete body, in bytes. */
    readonly bytes: number;
  };
}

const NO_KEYS: ReadonlySet<string> = new Set();
/** Maximum number of body characters. */
const MAX_KEPT = 4096;

/** @param url - the base URL of the operation, without a trailing slash */
export function createExampleReport(
  { operation, request, response, length, description, phase, setup = [] }: StoredExchange,
  url: string,
  secrets: readonly Secret[],
): ExampleReport {
  return {
    ...(setup.length > 0 && { setup: setup.map((one) => createSetupReport(one, url, secrets)) }),
    request: {
      description: redactSecrets(description, secrets),
      phase,
      ...createRequestReport(request, url, secrets),
      curl: formatCurl(request, url, secrets),
    },
    response: {
      status: response.status,
      headers: headersOf(response, secrets),
      body: redactBody(textOf(response.body, secrets), findSecretNames(operation)),
      bytes: length,
    },
  };
}

function createSetupReport(
  { operation, id, request }: CreateRequest,
  url: string,
  secrets: readonly Secret[],
): SetupReport {
  return { operation: operation.id, id: redactSecrets(id, secrets), ...createRequestReport(request, url, secrets) };
}

function createRequestReport(
  { method, target, headers, body }: CreateRequest['request'],
  url: string,
  secrets: readonly Secret[],
): Pick<SetupReport, 'method' | 'url' | 'headers' | 'body' | 'bytes'> {
  return {
    method,
    url: redactSecrets(url + target, secrets),
    headers: headers.map(([name, text]) => [name, redactSecrets(text, secrets)]),
    body: textOf(body, secrets),
    bytes: body?.length ?? 0,
  };
}

function headersOf({ headers }: ReceivedResponse, secrets: readonly Secret[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name, redactHeader(name, redactSecrets(text, secrets), NO_KEYS)]),
  );
}

/** The text of a body, truncated and redacted. */
function textOf(body: Uint8Array | undefined, secrets: readonly Secret[]): string {
  if (!body) return '';
  // A character has up to four bytes; the rest is for a secret that crosses the limit.
  const text = Buffer.from(body.subarray(0, 4 * MAX_KEPT + 16_384)).toString();
  return redactSecrets(truncateText(text, MAX_KEPT, secrets), secrets);
}
