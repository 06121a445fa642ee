// Reads requests and responses by the operations of the document.

import { getListRule } from '../../mock/resources/list/input-roles.ts';
import { getInputValue } from '../../mock/resources/list/list-input.ts';
import { getAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { isJson, parseMediaType } from '../../openapi/media-type.ts';
import { isStringOrNumber } from '../../schema/json/exact-number.ts';
import { jsonIn } from '../requests/json-body.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { decodeResponseBody } from '../responses/decode-response-body.ts';
import type { NoResponse, ReceivedResponse } from '../target.ts';
import type { ComparedResponse } from './compare-responses.ts';

/** The operation of a request, or else the first of its path. */
export function findOperation(
  document: Document,
  method: string,
  path: string,
  input: Parameters<Document['match']>[2],
): { readonly operation: Operation; readonly isItself: boolean } | undefined {
  const match = document.match(method, path, input);
  if (match && 'operation' in match) return { operation: match.operation, isItself: true };
  const [operation] = document.operationsAt(path);
  return operation && { operation, isItself: false };
}

export async function decodeResponse(
  operation: Operation,
  response: ReceivedResponse | NoResponse,
): Promise<ComparedResponse> {
  return 'reason' in response ? response : { ...response, decoded: await decodeResponseBody(operation, response) };
}

/** The input of a request, as far as it can be read. */
export function parseInput(operation: Operation, { rawParameters: sent, headers, body }: SerializedRequest) {
  const { values } = operation.parameterReader.read(sent);
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const media = parseMediaType(type);
  return { ...values, body: media && isJson(media) ? jsonIn(body) : undefined };
}

/** Whether a request sorts the list. */
export function sortsList(action: ResourceAction, parts: NonNullable<ReturnType<typeof parseInput>>): boolean {
  if (action.kind !== 'list' && action.kind !== 'search') return false;
  const { by, direction } = getListRule(action).sorting;
  return [by, direction].some((input) => input !== undefined && getInputValue(input, parts) !== undefined);
}

/** The id of an item that only the first server has created. */
export function findCreatedOnFirst(
  action: ResourceAction | undefined,
  first: ComparedResponse,
  second: ComparedResponse,
): string | undefined {
  if (action?.kind !== 'create' || 'reason' in first || first.status >= 300 || second.status < 300) return undefined;
  const id = getAtPath(first.decoded.value, [...(action.responsePath ?? []), ...(action.resource.id?.path ?? ['id'])]);
  return isStringOrNumber(id) ? String(id) : undefined;
}
