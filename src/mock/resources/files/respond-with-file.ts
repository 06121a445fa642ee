// Responds with a stored file: its bytes, in the media type that was sent.

import type { BodyMediaType } from '../../../openapi/content.ts';
import { cachedMediaType, isConcrete, isJson, matchMediaTypes, parseMediaType } from '../../../openapi/media-type.ts';
import { HandlerResponse, type ResponseHeaders } from '../../../server/pipeline/handler-response.ts';
import { createHeaders, getSuccessStatus } from '../item-response.ts';
import type { ResourceCall } from '../resource-call.ts';
import type { StoredFile } from './stored-files.ts';

/** @param types - the media types that the operation declares for files; at least one */
export function respondWithFile(
  call: ResourceCall,
  file: StoredFile,
  types: readonly BodyMediaType[],
): HandlerResponse {
  const { operation } = call.request;
  const status = getSuccessStatus(operation, false);
  const type = chooseType(
    file.type,
    types.map((one) => one.type),
  );
  const bytes = Buffer.from(file.content ?? '', 'base64');
  const headers = { ...createHeaders(call, status), ...dispositionOf(call, file, status), 'content-type': type };
  const declared = types.find((one) => one.type === type);
  // In JSON, a text can only be a string.
  const isString = declared && isJson(cachedMediaType(type) ?? ANY) && !isBinary(declared);
  return new HandlerResponse(status, isString ? bytes.toString() : new Uint8Array(bytes), headers, 'stored');
}

const ANY = { type: '*', subtype: '*', parameters: new Map<string, string>() };

function isBinary({ schema }: BodyMediaType): boolean {
  return typeof schema?.value === 'object' && schema.value.format === 'binary';
}

/** The media type that was sent, if the document allows it; else the first one that it declares. */
function chooseType(sent: string, declared: readonly string[]): string {
  const parsed = parseMediaType(sent);
  if (parsed && isConcrete(parsed) && matchMediaTypes(declared, parsed).length > 0) return sent;
  const concrete = declared.find((type) => isConcrete(cachedMediaType(type) ?? ANY));
  return concrete ?? (declared[0] ?? '').replace(/^\*\/\*$/, 'application/octet-stream').replace('*', 'octet-stream');
}

/** `Content-Disposition` with the file name (RFC 6266), if the document declares the header. */
function dispositionOf(
  { request: { operation } }: ResourceCall,
  { name }: StoredFile,
  status: number,
): ResponseHeaders {
  const isDeclared = operation.responses.forStatus(status)?.headers.some((one) => one.name === 'content-disposition');
  if (!isDeclared || name === '') return {};
  const isPlain = /^[\x20-\x7e]*$/.test(name) && !/["\\]/.test(name);
  const text = isPlain ? `filename="${name}"` : `filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`;
  return { 'content-disposition': `attachment; ${text}` };
}
