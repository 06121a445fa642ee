// Bodies for an error, from the documented schema and media type.

import type { BodyMediaType } from '../../../openapi/content.ts';
import type { Operation } from '../../../openapi/document.ts';
import { cachedMediaType, isConcrete, isJson } from '../../../openapi/media-type.ts';
import { escapeHtml } from '../../../openapi/report/escape-html.ts';
import { flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { sampleTypeOf } from '../../../openapi/schema/minimal-sample.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { ApiError } from './api-error.ts';
import { describeError } from './describe-error.ts';
import { generateErrorBody } from './generate-error-body.ts';
import { createProblemDetails } from './problem-details.ts';

/** Maximum number of tried bodies for one error. */
const MAX_CHOICES = 10;

/** Possible error bodies, the best first. */
export function* candidateBodies(
  { type, schema, examples }: BodyMediaType,
  { references }: Operation,
  error: ApiError,
  status: number,
) {
  const media = cachedMediaType(type);
  if (!media || !(isConcrete(media) || includesJson({ type }))) return;
  const flat = flattenSchema(schema?.value, references);
  const names = Object.keys(flat.properties);
  const fromSchema = function* () {
    for (const extent of ['all', 'least', 'apart'] as const)
      yield generateErrorBody(schema?.value, references, { error, status, extent });
    // Another one than the first of several may have room for the message.
    const { oneOf, anyOf } = Object(references.resolveValue(schema?.value)) as {
      readonly oneOf?: unknown;
      readonly anyOf?: unknown;
    };
    for (const choice of [oneOf, anyOf].flatMap((choices) =>
      Array.isArray(choices) ? choices.slice(1, MAX_CHOICES) : [],
    ))
      yield generateErrorBody(choice, references, { error, status, extent: 'least' });
  };
  if (isJson(media) || !isConcrete(media)) {
    const isVague = names.length === 0 && flat.required.length === 0 && !isRecord(flat.additionalProperties);
    if (names.length === 0 && media.subtype === 'problem+json') yield createProblemDetails(error);
    else if (isVague) {
      for (const { value } of examples.slice(0, MAX_CHOICES))
        yield generateErrorBody(schemaOfExample(value), references, { error, status, extent: 'all' });
      if (examples.length === 0) yield createProblemDetails(error);
    }
    if (['code', 'message', 'details'].every((name) => names.includes(name))) yield describeError(error);
  } else if (media.type === 'text' && media.subtype !== 'xml') {
    yield media.subtype === 'html' ? escapeHtml(error.advice) : error.advice;
    // Objects are written as JSON, YAML or a table row; pages and event streams are skipped.
    if (/^(html|event-stream)$/.test(media.subtype)) return;
  } else if (media.subtype === 'octet-stream') {
    yield Buffer.from(error.advice);
    return;
  } else if (!/^xml$|\+xml$/.test(media.subtype)) {
    if (media.type !== 'application') return;
    // A text by its schema, whatever its type: `application/text`. Other values have no known serialisation there:
    // `application/vnd.goa.error`.
    if (sampleTypeOf(flat) !== 'string') for (const body of fromSchema()) yield Buffer.from(stringifyJson(body));
    else if (flat.format === undefined) yield error.advice;
    return;
  }
  yield* fromSchema();
}

/**
 * A schema for bodies like an example: its texts of several words may be replaced by a message, everything else is as
 * in the example.
 */
function schemaOfExample(example: unknown): object {
  if (typeof example === 'string' && /\s/.test(example)) return { type: 'string', default: example };
  if (Array.isArray(example)) return example.length === 1 ? listOf(schemaOfExample(example[0])) : { const: example };
  if (!isRecord(example)) return { const: example };
  const properties = Object.entries(example).map(([name, value]) => [name, schemaOfExample(value)]);
  return { type: 'object', required: Object.keys(example), properties: Object.fromEntries(properties) };
}

function listOf(items: object): object {
  return { type: 'array', minItems: 1, items };
}

/** Whether a range of media types includes JSON, which is written then. */
export function includesJson({ type }: Pick<BodyMediaType, 'type'>): boolean {
  return /^(\*|application)\/\*/.test(type);
}

/** Whether a body contains the reason: the whole message, or that of each finding. */
export function containsReason(body: unknown, { advice, findings }: ApiError): boolean {
  const text = typeof body === 'string' ? body : Buffer.isBuffer(body) ? body.toString() : (stringifyJson(body) ?? '');
  const includes = (words: string) =>
    [words, escapeHtml(words), stringifyJson(words).slice(1, -1)].some((one) => text.includes(one));
  return includes(advice) || (findings.length > 0 && findings.every(({ message }) => includes(message)));
}
