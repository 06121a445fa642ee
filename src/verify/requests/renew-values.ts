// New values for ids and other properties that must differ between requests.

import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { normalizeName } from '../../openapi/name-words.ts';
import type { Part } from '../../openapi/references.ts';
import { isJsonNumber } from '../../schema/json/exact-number.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { listLocations, type RequestLocation } from './rejected-location.ts';
import type { RequestInput } from './serialize-request.ts';
import type { VariationContext } from './variation-context.ts';

/** Names of ids of the request itself, such as `Idempotency-Key`. */
const REQUEST_ID =
  /^(x|client)?(idempotency|request|correlation|transaction|message|mutation|clientmutation)(key|id|token)$/;

/** The locations that a document shows to need a new value in each request: request ids, client-provided ids, unique properties. */
export function findUniqueLocations(
  operation: Operation,
  input: RequestInput,
  action: ResourceAction | undefined,
  variationContext: VariationContext,
): readonly RequestLocation[] {
  const item = action?.kind === 'create' ? action.requestPath : undefined;
  const { id, unique = [] } = item ? (action?.resource ?? {}) : {};
  const paths = [...(id?.isClientProvided && id.path ? [id.path] : []), ...unique.map((name) => [name])];
  const keys = new Set(paths.map((path) => stringifyJson([...(item ?? []), ...path])));
  return listLocations(operation, input, variationContext).filter(({ part, path }) => {
    if (part === 'path' || getAtPath(input[part], path) === undefined) return false;
    const isRequestId = path.length === 1 && REQUEST_ID.test(normalizeName(path[0]));
    return isRequestId || (part === 'body' && keys.has(stringifyJson(path)));
  });
}

/**
 * Replaces the values that are those of an earlier request. They stay where no other value is valid.
 *
 * @param earlier - a valid request
 * @param number - selects the values: another one for each request
 */
export function renewValues(
  input: RequestInput,
  earlier: RequestInput,
  locations: readonly RequestLocation[],
  number: number,
  variationContext: VariationContext,
): RequestInput {
  let renewed = input;
  for (const location of locations) {
    const { part, path } = location;
    const current = getAtPath(renewed[part], path);
    if (current === undefined || stringifyJson(current) !== stringifyJson(getAtPath(earlier[part], path))) continue;
    for (const value of otherValues(location, current, number, variationContext)) {
      const put = (input: RequestInput) => ({ ...input, [part]: setAtPath(input[part], path, value) });
      // The rest of the request may be invalid on purpose.
      if (value === undefined || !isValidAt(put(earlier), location, value, variationContext.document)) continue;
      renewed = put(renewed);
      break;
    }
  }
  return renewed;
}

function* otherValues(
  { schemas: [schema], path }: RequestLocation,
  current: unknown,
  number: number,
  { sample }: VariationContext,
): Generator<unknown> {
  if (typeof current === 'string') yield* withSuffix(current, String(number));
  if (isJsonNumber(current)) yield Number(current) + number;
  if (schema) yield sample(schema, `renewed ${number}`, { name: path.at(-1) ?? '', index: 1 });
}

/** A text with a suffix; an email address with one before its domain. */
export function* withSuffix(text: string, suffix: string): Generator<string> {
  const [, local, domain] = /^([^@\s]+)(@.+)$/.exec(text) ?? [];
  if (local !== undefined && domain !== undefined) yield `${local}.${suffix}${domain}`;
  else yield* [`${text}-${suffix}`, `${text}${suffix}`];
}

/** Whether a changed request is valid at a location. @param value - undefined if the change removes it */
export function isValidAt(
  { body, type }: RequestInput,
  { part, schemas, isRequired }: RequestLocation,
  value: unknown,
  document: Pick<Document, 'validate'>,
): boolean {
  const schema = part === 'body' ? type?.schema : schemas[0];
  if (value === undefined && isRequired) return false;
  if (!schema || (part !== 'body' && value === undefined)) return true;
  return document.validate(schema as Part<object>, part === 'body' ? body : value, 'request').length === 0;
}
