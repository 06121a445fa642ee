// Required headers of generated responses, and `Location`.

import type { Operation, RequestParts } from '../../openapi/document.ts';
import type { OperationResponse, ResponseHeader } from '../../openapi/operation-responses.ts';
import { isRecord } from '../../schema/is-record.ts';
import type { ResponseHeaders } from '../../server/pipeline/handler-response.ts';
import type { Sampler } from './generate/sampler.ts';
import type { Random } from './generate/seeded-random.ts';
import { splitWords } from './generate/split-words.ts';

/** The input of headers. */
export interface HeaderSource {
  readonly operation: Operation;
  readonly parts: RequestParts;
  readonly body: unknown;
  readonly sampler: Sampler;
  readonly draw: Random;
}

/** @returns the fields, or why one that must be there cannot be made */
export function headerSample(
  answer: OperationResponse,
  source: HeaderSource,
): { readonly fields: ResponseHeaders } | { readonly reason: string } {
  const fields: Record<string, ResponseHeaders[string]> = {};
  for (const header of answer.headers) {
    if (!header.required && header.name !== 'location') continue;
    const value = fieldValue(header, source);
    if (value === undefined) return { reason: `no value for header ${header.name} could be generated` };
    fields[header.name] = value;
  }
  return { fields };
}

function fieldValue(header: ResponseHeader, source: HeaderSource): ResponseHeaders[string] | undefined {
  const { name, schema, content, part } = header;
  const { sampler, draw, body } = source;
  const own = [part.value.example, ...Object.values(part.value.examples ?? {}).map((one) => one?.value)];
  const example = own.find((one) => typeof one === 'string' || typeof one === 'number');
  if (example !== undefined) return example as string | number;
  if (name === 'location') return locationOf(source);
  const list = Array.isArray(body) ? body : isRecord(body) ? Object.values(body).find(Array.isArray) : undefined;
  if (list && /\b(total|count)\b/.test(splitWords(name))) return list.length;
  const described = schema ?? content?.schema;
  if (!described) return 'sample';
  const { value } = sampler.sample(described, draw.fork(`header ${name}`), { name: name.replace(/^x-/, '') });
  if (content) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(String);
  if (isRecord(value))
    return Object.entries(value).map(([key, one]) => (header.explode ? `${key}=${one}` : `${key},${one}`));
  return value === undefined || value === null ? undefined : String(value);
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
