// Generates response bodies in any media type.

import type { BodyMediaType } from '../../openapi/content.ts';
import { cachedMediaType, isConcrete, isEventStream, isJson, isJsonLines } from '../../openapi/media-type.ts';
import { viewSchema } from '../../openapi/parameters/schema-view.ts';
import { type PositionalParts, positionalParts } from '../../openapi/positional-parts.ts';
import type { References } from '../../openapi/references.ts';
import { escapeHtml } from '../../openapi/report/escape-html.ts';
import { type FlatSchema, flattenSchema } from '../../openapi/schema/flat-schema.ts';
import { sampleTypeOf } from '../../openapi/schema/minimal-sample.ts';
import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import { meansBytes } from '../../server/codec/formats/multipart.ts';
import type { Hints, Sampler } from './generate/sampler.ts';
import type { Random } from './generate/seeded-random.ts';
import { rawBody } from './raw-bodies.ts';

interface SampledBody {
  readonly body: unknown;
  /** The concrete type of a range of media types. Default: the declared one. */
  readonly contentType?: string | undefined;
}

/** The tools for a body. */
interface BodySource {
  readonly sampler: Sampler;
  readonly draw: Random;
  readonly hints: Hints;
}

/** Number of items in a sequence. */
const ITEMS = 3;

export function bodySample(declared: BodyMediaType, references: References, source: BodySource): Result<SampledBody> {
  const { type, schema, itemSchema } = declared;
  const { sampler, draw, hints } = source;
  const media = cachedMediaType(type);
  if (!media) return failure(`${type} is not a media type`);
  const { type: main, subtype } = media;
  const positions = positionalParts(declared, references);
  if (main === 'multipart' && !positions) return partsSample(declared, references, source);
  if (itemSchema) {
    const direction = isEventStream(media) ? 'event' : 'response';
    const items = Array.from({ length: ITEMS }, (_, index) =>
      sampler.sample(itemSchema, draw.fork(index), { ...hints, direction, index }),
    );
    const failed = items.find((item) => !item.ok);
    return (
      failed ??
      success({
        body: withFiles(
          items.map(({ value }) => value),
          positions,
        ),
      })
    );
  }
  if (positions) {
    const made = schema
      ? sampler.sample(schema, draw, hints)
      : failure(`the document does not declare the parts of ${type}`);
    return made.ok ? success({ body: withFiles(made.value, positions) }) : made;
  }
  const kind = schema && sampleTypeOf(flattenSchema(schema.value, references));
  const isText = kind === undefined || kind === 'string';
  if (isJson(media) || type === '*/*' || type === 'application/*') {
    const made = schema ? sampler.sample(schema, draw, hints) : success({});
    return made.ok ? success({ body: made.value }) : made;
  }
  const isStructured = main === 'text' || /xml$|yaml$|csv$|urlencoded$|^(javascript|graphql|sql|jwt)$/.test(subtype);
  if (!isStructured && !isJsonLines(media) && (main !== 'application' || isText)) {
    const { type: concrete, bytes } = rawBody(media);
    const body = fitBytes(bytes, schema && flattenSchema(schema.value, references));
    return success({ body, contentType: isConcrete(media) ? undefined : concrete });
  }
  if (!isText || isJsonLines(media)) {
    const made = schema ? sampler.sample(schema, draw, hints) : success([]);
    if (!made.ok) return made;
    if (/xml$/.test(subtype)) return success({ body: withNames(made.value) });
    // This format has no writer for objects: use the best readable one.
    return success({
      body: isStructured || isJsonLines(media) ? made.value : Buffer.from(stringifyJson(made.value)),
    });
  }
  const found = schema ? sampler.sample(schema, draw, hints) : success('sample');
  if (!found.ok) return found;
  const text = typeof found.value === 'string' ? found.value : 'sample';
  const contentType = isConcrete(media) ? undefined : `${main === '*' ? 'text' : main}/plain`;
  // A text with bounds, or one that the document names, is no document of its media type.
  const isBound =
    schema !== undefined && BOUND.some((word) => word in (flattenSchema(schema.value, references) as object));
  return success({ body: isBound ? text : wrapped(text, subtype), contentType });
}

/** A list of parts with files in place of binary ones. */
function withFiles(value: unknown, positions: PositionalParts | undefined): unknown {
  if (!positions || !Array.isArray(value)) return value;
  return value.map((one, index) => {
    const media = cachedMediaType(positions.contentTypeOf(index)?.split(',')[0]?.trim() ?? '');
    const schema = positions.schemaOf(index);
    const isFile = meansBytes(schema) || (!schema.types && media && media.type !== 'text' && !isJson(media));
    return isFile ? rawBody(media ?? BYTES).bytes : one;
  });
}

/** A file within the bounds of a schema: filled up, or cut. At most 1 MiB is filled up. */
function fitBytes(bytes: Uint8Array, { minLength, maxLength }: Partial<FlatSchema> = {}): Uint8Array {
  const least = typeof minLength === 'number' ? Math.min(minLength, MAX_FILL) : 0;
  const filled = bytes.length < least ? Buffer.concat([bytes], least) : bytes;
  return typeof maxLength === 'number' && filled.length > maxLength ? filled.subarray(0, maxLength) : filled;
}

const MAX_FILL = 1024 * 1024;

/** A name that an element may have (XML 1.0, section 2.3). */
const XML_NAME = /^[\p{L}_][\p{L}\p{N}._:-]*$/u;

/** A value without the members of which the name is none that XML has. */
function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNames);
  if (!isRecord(value)) return value;
  const named = Object.entries(value).filter(([name]) => XML_NAME.test(name));
  return Object.fromEntries(named.map(([name, one]) => [name, withNames(one)]));
}

const BOUND = ['enum', 'const', 'pattern', 'maxLength', 'format', 'example', 'examples', 'default'];

/** An object with its properties as parts, of which binary ones are files. */
function partsSample(
  { type, schema, encoding }: BodyMediaType,
  references: References,
  { sampler, draw, hints }: BodySource,
): Result<SampledBody> {
  if (!schema) return failure(`the document does not declare the parts of ${type}`);
  const made = sampler.sample(schema, draw, hints);
  if (!made.ok) return made;
  if (!isRecord(made.value)) return failure(`the schema of ${type} is not an object`);
  const meaning = viewSchema(schema, references);
  const parts = Object.entries(made.value).map(([name, one]) => {
    const property = meaning.property(name);
    const isFiles = property.item(0).keywordValues('format').includes('binary');
    const file = () =>
      rawBody(cachedMediaType(encoding[name]?.contentType?.split(',')[0]?.trim() ?? '') ?? BYTES).bytes;
    if (property.keywordValues('format').includes('binary')) return [name, file()];
    return [name, isFiles && Array.isArray(one) ? one.map(file) : one];
  });
  return success({ body: Object.fromEntries(parts) });
}

const BYTES = { type: 'application', subtype: 'octet-stream', parameters: new Map() };

/** A text as a document of its media type. */
function wrapped(text: string, subtype: string): string {
  const escaped = escapeHtml(text);
  if (/html/.test(subtype)) return `<!doctype html>\n<title>${escaped}</title>\n<p>${escaped}</p>\n`;
  if (/xml$/.test(subtype)) return `<?xml version="1.0" encoding="UTF-8"?>\n<sample>${escaped}</sample>\n`;
  if (subtype === 'event-stream') return `data: ${text.replaceAll(/[\r\n]+/g, ' ')}\n\n`;
  if (subtype === 'csv') return `id,name\r\n1,${text.replaceAll(/[",\r\n]/g, ' ')}\r\n`;
  return text;
}
