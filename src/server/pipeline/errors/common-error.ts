// The error body that all operations of a document share.

import type { BodyMediaType } from '../../../openapi/content.ts';
import type { Document, Operation } from '../../../openapi/document.ts';
import { cachedMediaType, isConcrete, isJson } from '../../../openapi/media-type.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { ApiError } from './api-error.ts';
import { candidateBodies, containsReason } from './candidate-bodies.ts';

/** A documented error, and an operation that declares it. */
interface CommonError {
  readonly operation: Operation;
  readonly status: number;
  readonly type: BodyMediaType;
}

/** The status for whose body a declared response is validated. */
const STATUS_OF_CLASS = 400;

const found = new WeakMap<Document, CommonError | null>();

/** The body of an undeclared error; undefined if the declared errors differ, or have no room for the reason. */
export function commonErrorBody(
  document: Document,
  error: ApiError,
): { readonly body: unknown; readonly contentType: string } | undefined {
  if (!found.has(document)) found.set(document, findCommonError(document) ?? null);
  const common = found.get(document);
  if (!common) return undefined;
  const { operation, status, type } = common;
  for (const body of candidateBodies(type, operation, error, error.status)) {
    if (containsReason(body, error) && operation.validateResponse(status, body, type).length === 0)
      return { body, contentType: type.type };
  }
  return undefined;
}

function findCommonError({ operations }: Document): CommonError | undefined {
  let common: CommonError | undefined;
  for (const operation of operations.values()) {
    const { all } = operation.responses;
    for (const { key, mediaTypes } of all) {
      // A `default` response alone describes a success.
      const isDefault = key === 'default' && all.length > 1;
      if (!isDefault && !/^4(\d\d|XX)$/i.test(key)) continue;
      for (const type of mediaTypes) {
        const status = /^4\d\d$/.test(key) ? Number(key) : STATUS_OF_CLASS;
        common ??= { operation, status, type };
        if (!isJsonBody(type) || !isSameBody(type, common.type)) return undefined;
      }
    }
  }
  return common;
}

function isJsonBody({ type, schema }: BodyMediaType): boolean {
  const media = cachedMediaType(type);
  return schema !== undefined && media !== undefined && isConcrete(media) && isJson(media);
}

function isSameBody(one: BodyMediaType, other: BodyMediaType): boolean {
  return one.type === other.type && stringifyJson(one.schema?.value) === stringifyJson(other.schema?.value);
}
