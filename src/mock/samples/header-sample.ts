// Headers of generated responses: documented values, `Location`, samples.

import { parseExamples } from '../../openapi/content.ts';
import type { Operation, RequestParts } from '../../openapi/document.ts';
import type { OperationResponse, ResponseHeader } from '../../openapi/operation-responses.ts';
import { completeHeaders, isGenerated } from '../../openapi/response-header-values.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isStringOrNumber } from '../../schema/json/exact-number.ts';
import type { Result } from '../../schema/result.ts';
import type { ResponseHeaders } from '../../server/pipeline/handler-response.ts';
import { propertyWords } from './generate/property-words.ts';
import type { Sampler } from './generate/sampler.ts';
import type { Random } from './generate/seeded-random.ts';

/** The input of headers. */
interface HeaderSource {
  readonly operation: Operation;
  readonly status: number;
  readonly parts: RequestParts;
  readonly body: unknown;
  readonly sampler: Sampler;
  readonly draw: Random;
  /** The prefix of all paths: of the sandbox and of the document. Default: none. */
  readonly base?: string | undefined;
  /** Whether an operation reads the resource of a path. Default: none does. */
  readonly isReadable?: ((path: string) => boolean) | undefined;
}

/** Generates headers; fails if a required one cannot be generated. */
export function headerSample(response: OperationResponse, source: HeaderSource): Result<ResponseHeaders> {
  const { operation, status } = source;
  return completeHeaders(response, operation, status, {}, (header) => fieldValue(header, source));
}

function fieldValue({ name, schema, content, part, required }: ResponseHeader, source: HeaderSource): unknown {
  const { operation, sampler, draw, body } = source;
  if (name === 'location') {
    const location = locationOf(source) ?? (required ? pathOf(source) : undefined);
    return parseExamples(operation.references, part)[0]?.value ?? (location && `${source.base ?? ''}${location}`);
  }
  if (!required && !isGenerated(name)) return undefined;
  const list = Array.isArray(body) ? body : isRecord(body) ? Object.values(body).find(Array.isArray) : undefined;
  if (list && /\b(total|count)\b/.test(propertyWords(name))) return list.length;
  const described = schema ?? content?.schema;
  if (!described) return required ? 'sample' : undefined;
  return sampler.sample(described, draw.fork(`header ${name}`), { name: name.replace(/^x-/, '') }).value;
}

/** The location of what was created: below the path by its id, or the path itself; undefined if neither can be read. */
function locationOf(source: HeaderSource): string | undefined {
  const { operation, body, isReadable = () => false } = source;
  const inner = isRecord(body) && isRecord(body.data) ? body.data : body;
  const id = isRecord(inner) ? (inner.id ?? inner.uuid ?? inner.key) : undefined;
  if (operation.method === 'POST' && !isStringOrNumber(id)) return undefined;
  const path =
    operation.method === 'POST'
      ? `${pathOf(source).replace(/\/$/, '')}/${encodeURIComponent(`${id}`)}`
      : pathOf(source);
  return isReadable(path) ? path : undefined;
}

/** The path of a request, below the base path of the document. */
function pathOf({ operation, parts }: HeaderSource): string {
  return operation.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts.path[name] ?? 'sample')),
  );
}
