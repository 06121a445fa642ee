// Validates a serialized request before it is sent.

import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { type Finding, unreadableBody } from '../../openapi/finding.ts';
import { JSON_TYPE } from '../../openapi/json-media-type.ts';
import { bareMediaType, isJson, parseMediaType } from '../../openapi/media-type.ts';
import { wasSent } from '../../openapi/parameters/parameter-reader.ts';
import { viewSchema } from '../../openapi/parameters/schema-view.ts';
import { textOfBytes, withoutBytes } from '../../server/codec/formats/bytes.ts';
import { meansBytes } from '../../server/codec/formats/multipart.ts';
import { createFormats } from '../../server/codec/formats.ts';
import type { RequestInput, SerializedRequest } from './serialize-request.ts';

/** Parses a serialized request as a server does, and validates it: serialization can change values. */
export async function validateSerializedRequest(
  operation: Operation,
  request: SerializedRequest,
  { body, type }: RequestInput,
): Promise<readonly Finding[]> {
  const parameters = operation.parameterReader.read(request.rawParameters);
  let read = body;
  try {
    if (type && request.body) read = await parseBody(request, body, type, operation);
  } catch (error) {
    return [...parameters.findings, unreadableBody((error as Error).message)];
  }
  const violations = operation.validateRequest({ ...parameters.values, body: read }, type);
  return [...parameters.findings, ...violations.filter((one) => !wasSent(one, parameters))];
}

/** A body parsed from its bytes; JSON is unchanged. @throws Error if it cannot be parsed */
async function parseBody(
  request: SerializedRequest,
  body: unknown,
  type: BodyMediaType,
  { references }: Operation,
): Promise<unknown> {
  const [, written = type.type] = request.headers.find(([name]) => name === 'Content-Type') ?? [];
  const mediaType = parseMediaType(written);
  if (!request.body || !mediaType) return body;
  const content = { mediaType, meaning: viewSchema(type.schema, references), encoding: type.encoding };
  // A schema of bytes, as of `*/*`, takes any file: JSON, too.
  if (meansBytes(content.meaning) && bareMediaType(type.type) !== JSON_TYPE) return textOfBytes(request.body);
  if (isJson(mediaType)) return body;
  return withoutBytes(await formatFor(mediaType).read(request.body, content));
}

const formatFor = createFormats({ values: 500_000, limit: 16 * 1024 * 1024 });
