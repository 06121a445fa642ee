// Headers of generated responses: documented values, `Location`, samples.

import { parseExamples } from '../../openapi/content.ts';
import type { Operation, RequestParts } from '../../openapi/document.ts';
import type { OperationResponse, ResponseHeader } from '../../openapi/operation-responses.ts';
import {
  documentedHeaders,
  type HeaderText,
  headerText,
  isGenerated,
  isServerHeader,
} from '../../openapi/response-header-values.ts';
import { isRecord } from '../../schema/is-record.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import type { ResponseHeaders } from '../../server/pipeline/handler-response.ts';
import { propertyWords } from './generate/property-words.ts';
import type { Sampler } from './generate/sampler.ts';
import type { Random } from './generate/seeded-random.ts';

/** The input of headers. */
export interface HeaderSource {
  readonly operation: Operation;
  readonly status: number;
  readonly parts: RequestParts;
  readonly body: unknown;
  readonly sampler: Sampler;
  readonly draw: Random;
}

/** Generates headers; fails if a required one cannot be generated. */
export function headerSample(answer: OperationResponse, source: HeaderSource): Result<ResponseHeaders> {
  const fields: Record<string, HeaderText> = { ...documentedHeaders(answer, source.operation, source.status) };
  for (const header of answer.headers) {
    const { name, required } = header;
    if (fields[name] !== undefined || isServerHeader(name)) continue;
    if (!required && name !== 'location' && !isGenerated(name)) continue;
    const value = fieldValue(header, source);
    if (value !== undefined) fields[name] = value;
    else if (required) return failure(`no value for header ${name} could be generated`);
  }
  return success(fields);
}

function fieldValue(header: ResponseHeader, source: HeaderSource): HeaderText | undefined {
  const { name, schema, content, part, required } = header;
  const { operation, sampler, draw, body } = source;
  if (name === 'location') {
    const [example] = parseExamples(operation.references, part);
    return headerText(header, example?.value) ?? locationOf(source);
  }
  const list = Array.isArray(body) ? body : isRecord(body) ? Object.values(body).find(Array.isArray) : undefined;
  if (list && /\b(total|count)\b/.test(propertyWords(name))) return String(list.length);
  const described = schema ?? content?.schema;
  if (!described) return required ? 'sample' : undefined;
  const { value } = sampler.sample(described, draw.fork(`header ${name}`), { name: name.replace(/^x-/, '') });
  return headerText(header, value);
}

/** The location of a created item: the path and its id. */
function locationOf({ operation, parts, body }: HeaderSource): string {
  const path = operation.path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parts.path[name] ?? 'sample')),
  );
  const inner = isRecord(body) && isRecord(body.data) ? body.data : body;
  const id = isRecord(inner) ? (inner.id ?? inner.uuid ?? inner.key) : undefined;
  return operation.method === 'POST' && (typeof id === 'string' || typeof id === 'number')
    ? `${path.replace(/\/$/, '')}/${encodeURIComponent(id)}`
    : path;
}
