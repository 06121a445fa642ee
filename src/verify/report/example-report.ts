// An exchange in a report: a request and its response, without secrets.

import { findSecretNames } from '../../openapi/find-secret-names.ts';
import { redactHeader } from '../../server/pipeline/security/redact-header.ts';
import { redactBody } from '../../server/pipeline/security/redact-text.ts';
import type { CreateRequest, TestExchange } from '../cases/test-case.ts';
import type { StoredExchange, StoredStep } from '../finding-groups.ts';
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

/** One of the exchanges that a scenario check compared, such as a page of a list. */
export interface StepReport {
  readonly description: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Its response body, truncated; empty without one. */
  readonly body: string;
  /** The size of the complete body, in bytes. */
  readonly bytes: number;
  /** The ids of the first listed items; without ids, their texts. Absent if it is no list. */
  readonly items?: readonly string[];
  /** The number of listed items. Absent if it is no list. */
  readonly count?: number;
}

/** A request with a finding, and its response. */
export interface ExampleReport {
  /** All exchanges that the check compared, in the order of the requests. Absent if it is only this one. */
  readonly steps?: readonly StepReport[];
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
/** The same of a step; and its maximum number of items, and of characters of each. */
const MAX_OF_STEP = 300;
const MAX_ITEMS = 50;
const MAX_ITEM = 80;

/** @param url - the base URL of the operation, without a trailing slash */
export function createExampleReport(
  { operation, request, response, length, description, phase, setup = [], steps = [] }: StoredExchange,
  url: string,
  secrets: readonly Secret[],
): ExampleReport {
  return {
    ...(steps.length > 0 && { steps: steps.map((one) => createStepReport(one, url, secrets)) }),
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

function createStepReport(
  { operation, description, request, response, length, items }: StoredStep,
  url: string,
  secrets: readonly Secret[],
): StepReport {
  const names = findSecretNames(operation);
  const shorten = (text: string, maxLength: number) => redactBody(text, names).slice(0, maxLength).toWellFormed();
  return {
    description: redactSecrets(description, secrets),
    method: request.method,
    url: redactSecrets(url + request.target, secrets),
    status: response.status,
    body: shorten(textOf(response.body, secrets), MAX_OF_STEP),
    bytes: length,
    ...(items && {
      items: items.slice(0, MAX_ITEMS).map((one) => shorten(redactSecrets(one, secrets), MAX_ITEM)),
      count: items.length,
    }),
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
