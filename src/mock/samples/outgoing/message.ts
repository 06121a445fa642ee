// Builds an outgoing request with a generated body.

import { cachedMediaType, isJson } from '../../../openapi/media-type.ts';
import type { References } from '../../../openapi/references.ts';
import { failure, type Result, success } from '../../../schema/result.ts';
import type { BodyTools } from '../../../server/pipeline/body-tools.ts';
import type { TraceContext } from '../../../server/pipeline/trace-context.ts';
import { bodySample } from '../body-sample.ts';
import type { Sampler } from '../generate/sampler.ts';
import type { Random } from '../generate/seeded-random.ts';
import type { DescribedRequest } from './described-request.ts';

/** A request, ready to be sent. */
export interface OutgoingMessage {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** The trace that it belongs to. Default: none. */
  readonly trace?: TraceContext | undefined;
}

/** The input of a message. */
interface MessageSource {
  readonly bodies: BodyTools;
  readonly references: References;
  readonly sampler: Sampler;
  readonly draw: Random;
  readonly trace: TraceContext | undefined;
  /** The value that is wanted at a place of the body; undefined for none. */
  given(pointer: string): unknown;
  /** The body, if there is one. */
  readonly own?: unknown;
}

/** Marks our requests, so that a mock server that receives one sends no further callbacks. */
export const SENT_BY_US = 'x-understudy-callback';

export async function createMessage(
  described: DescribedRequest,
  url: string,
  source: MessageSource,
): Promise<Result<OutgoingMessage>> {
  const { method, body, parameters, name } = described;
  const { sampler, draw, bodies, references, trace } = source;
  const headers: Record<string, string> = { [SENT_BY_US]: encodeURIComponent(name) };
  for (const { in: place, name: field, required, schema } of parameters) {
    if (place !== 'header' || !required || !schema) continue;
    const { value } = sampler.sample(schema, draw.fork(`header ${field}`), { name: field });
    headers[field.toLowerCase()] = String(value ?? 'sample').replaceAll(/[^\x20-\x7e]/g, '?');
  }
  const type = body?.mediaTypes.find((one) => isJsonType(one.type)) ?? body?.mediaTypes[0];
  if (!type) return success({ method, url, headers, body: undefined, trace });
  // The service describes its items as in responses: with read-only and without write-only properties.
  const hints = { given: source.given, name, direction: 'response' } as const;
  const made =
    source.own === undefined
      ? bodySample(type, references, { sampler, draw, hints })
      : success({ body: source.own, contentType: undefined });
  if (!made.ok) return made;
  try {
    const written = await bodies.write(made.value.body, type, references, made.value.contentType);
    return success({ method, url, headers: { ...headers, 'content-type': written.type }, body: written.body, trace });
  } catch (error) {
    return failure(`its body cannot be serialized as ${type.type}: ${(error as Error).message}`);
  }
}

function isJsonType(type: string): boolean {
  const media = cachedMediaType(type);
  return media !== undefined && isJson(media);
}
