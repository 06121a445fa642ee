// Changes rejected requests as the server's reason asks.

import { deleteAtPath, getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import { hyphenated } from '../../mock/samples/generate/generate-scalar.ts';
import type { Operation } from '../../openapi/document.ts';
import { samplePattern } from '../../openapi/schema/sample-pattern.ts';
import { isJsonNumber } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import type { TestExchange } from '../cases/test-case.ts';
import { findRejectionReason, isAboutDuplicate } from '../responses/rejection-reason.ts';
import { findRejectedLocation, type RequestLocation } from './rejected-location.ts';
import { isValidAt, withSuffix } from './renew-values.ts';
import type { RequestInput } from './serialize-request.ts';
import { collectConstraints, type VariationContext } from './variation-context.ts';

/** Another request after a rejection. */
interface Revision {
  readonly input: RequestInput;
  /** The difference, such as `another name`. */
  readonly description: string;
}

/** Revises the requests of one search. It repeats no value. */
export interface Revisions {
  /** Undefined if the reason names no property, or no other value is known. */
  next(input: RequestInput, rejection: Rejection): Revision | undefined;
}

export type Rejection = Pick<TestExchange, 'response' | 'decoded'>;

/**
 * Sends requests until one is accepted: the first one, then with the ids of existing items, then changed as the reasons
 * ask. Returns the last one, with its response.
 *
 * @param send - returns undefined without a response; the description is that of the difference
 * @param withExistingIds - undefined if no other ids are known
 */
export async function sendUntilAccepted<T extends Rejection>(
  first: RequestInput,
  revisions: Revisions,
  send: (input: RequestInput, description?: string) => Promise<T | undefined>,
  withExistingIds: (input: RequestInput) => Promise<RequestInput | undefined>,
): Promise<{ readonly input: RequestInput; readonly exchange: T | undefined }> {
  let input = first;
  let exchange = await send(input);
  const isRejected = () => exchange !== undefined && exchange.response.status >= 400;
  const other = isRejected() ? await withExistingIds(input) : undefined;
  if (other) {
    input = other;
    exchange = await send(input, 'ids of existing items');
  }
  while (exchange && isRejected()) {
    const revision = revisions.next(input, exchange);
    if (!revision) break;
    input = revision.input;
    exchange = await send(input, revision.description);
  }
  return { input, exchange };
}

/** Maximum number of revisions of one search, and of one property. */
const MAX_REVISIONS = 12;
const MAX_PER_LOCATION = 6;

/** Statuses whose reason is about the values of the request. */
const ABOUT_VALUES = new Set([400, 409, 412, 422]);

/** @param mayVaryPath - whether path values may be changed */
export function createRevisions(
  operation: Operation,
  variationContext: VariationContext,
  mayVaryPath: boolean,
): Revisions {
  const { document } = variationContext;
  const tried = new Map<string, Set<string>>();
  let count = 0;
  return {
    next(input, rejection) {
      if (!ABOUT_VALUES.has(rejection.response.status) || count === MAX_REVISIONS) return undefined;
      const reason = findRejectionReason(rejection);
      const location = findRejectedLocation(operation, input, reason, variationContext);
      if (!location || (location.part === 'path' && !mayVaryPath)) return undefined;
      const { part, path } = location;
      const current = getAtPath(input[part], path);
      const key = stringifyJson([part, path]);
      const values = tried.get(key) ?? new Set();
      tried.set(key, values.add(textOf(current)));
      if (values.size > MAX_PER_LOCATION) return undefined;
      for (const value of proposeValues(location, current, reason.text, variationContext)) {
        const changed = { ...input, [part]: withValue(input[part], path, value) };
        if (values.has(textOf(value)) || !isValidAt(changed, location, value, document)) continue;
        values.add(textOf(value));
        count += 1;
        const name = path.at(-1) ?? '';
        return { input: changed, description: value === undefined ? `no ${name}` : `another ${name}` };
      }
      return undefined;
    },
  };
}

function textOf(value: unknown): string {
  return value === undefined ? '' : stringifyJson(value);
}

function withValue(whole: unknown, path: RequestLocation['path'], value: unknown): unknown {
  return value === undefined ? deleteAtPath(whole, path) : setAtPath(whole, path, value);
}

/** Other values of a property, the most promising first. They need not be valid. */
function* proposeValues(
  { schemas, path }: RequestLocation,
  current: unknown,
  reason: string,
  { sample, ...variationContext }: VariationContext,
): Generator<unknown> {
  const [schema] = schemas;
  const name = path.at(-1) ?? '';
  const sampled = (key: string, hasPlainNames = true) =>
    schema && sample(schema, key, { name, index: key === '' ? 0 : 1, hasPlainNames });
  for (const text of listAllowed(reason)) yield* [text, parsed(text)].filter((one) => one !== undefined);
  if (isAboutDuplicate(reason)) {
    // Only a value that no earlier run has sent is certainly new.
    const suffix = crypto.randomUUID().slice(0, 6);
    if (typeof current === 'string') yield* withSuffix(current, suffix);
    if (isJsonNumber(current)) yield Number(current) + Number.parseInt(suffix.slice(0, 4), 16) + 1;
    yield sampled(suffix);
  }
  yield* schemas.length > 0 ? collectConstraints(schemas, current, { ...variationContext, sample }).examples : [];
  if (current === undefined) yield sampled('');
  const numbers = [...reason.matchAll(/-?\d+(\.\d+)?/g)].map(([text]) => Number(text)).slice(0, 4);
  if (typeof current === 'string') yield* otherTexts(current, reason, numbers);
  if (isJsonNumber(current)) yield* numbers.flatMap((one) => [one, one + 1, one - 1]);
  yield sampled('another');
  yield undefined;
  if (typeof current === 'string') yield* [hyphenated(current).replaceAll('-', ''), 'example', 'a1'];
  yield sampled('natural', false);
  yield sampled('one more');
}

function* otherTexts(current: string, reason: string, numbers: readonly number[]): Generator<string | undefined> {
  const [pattern] = /\^\S+\$/.exec(reason) ?? [];
  if (pattern !== undefined) yield* [samplePattern(pattern), samplePattern(pattern, 8)];
  const time = Date.parse(current);
  if (/^\d{4}-\d\d-\d\d/.test(current) && !Number.isNaN(time)) yield* otherTimes(current, reason);
  for (const length of numbers.filter((one) => Number.isInteger(one) && one > 0 && one < 1000)) {
    const base = hyphenated(current) || 'x';
    yield base.padEnd(length, 'x').slice(0, length);
  }
  yield hyphenated(current);
}

const DAY = 86_400_000;

/** Times in the future or the past, in the form of the present one. */
function* otherTimes(current: string, reason: string): Generator<string> {
  const isPast =
    /\b(past|before|earlier|prior)\b/i.test(reason) &&
    !/\b(in|be) the past\b.*\bnot\b|not be in the past/i.test(reason);
  for (const days of isPast ? [-30, -400, 30] : [30, 1, 400, -30]) {
    const other = new Date(Date.now() + days * DAY).toISOString();
    if (current.length === 10) yield other.slice(0, 10);
    else yield /\.\d+/.test(current) ? other : other.replace(/\.\d+/, '');
  }
}

/** The values that a reason lists as allowed: `must be one of: small, large`. */
function listAllowed(reason: string): readonly string[] {
  const [, list = ''] = LISTED.exec(reason) ?? [];
  const texts = list
    .replace(/[[\](){}]/g, ' ')
    .split(/,|\||;|\bor\b|\band\b/)
    .map((text) => text.trim().replace(/^["'`]|["'`.]+$/g, ''))
    .filter((text) => text !== '' && !/\s/.test(text));
  return texts.slice(0, 3);
}

const LISTED =
  /\b(?:one of|allowed(?: values)?|valid values|possible values|accepted values|permitted values|expected|either|choose from|supported(?: values)?)\b(?: the following| these| values| are| is| to be|:|=)*\s*(.{1,200})/i;

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? undefined : value;
  } catch {
    return undefined;
  }
}
