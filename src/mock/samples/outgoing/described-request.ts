// Requests that a documented service sends: callbacks and webhooks.

import { resolvedMembers } from '../../../openapi/content.ts';
import { OPENAPI_METHODS } from '../../../openapi/methods.ts';
import type { OperationObject } from '../../../openapi/objects.ts';
import { type Parameter, parseParameters } from '../../../openapi/parse-parameters.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { parseRequestBody, type RequestBody } from '../../../openapi/request-body.ts';
import { isRecord } from '../../../schema/is-record.ts';

/** A documented outgoing request. */
export interface DescribedRequest {
  /** Of the callback, or of the webhook. */
  readonly name: string;
  /** The URL as an expression; empty for a webhook, whose URL is given. */
  readonly address: string;
  /** In upper case. */
  readonly method: string;
  readonly body: RequestBody | undefined;
  readonly parameters: readonly Parameter[];
}

const known = new WeakMap<object, readonly DescribedRequest[]>();

/** The callbacks of an operation. */
export function callbacksOf({
  part,
  references,
}: {
  readonly part: Part<OperationObject>;
  readonly references: References;
}) {
  const found = known.get(part.value) ?? readCallbacks(part, references);
  known.set(part.value, found);
  return found;
}

function readCallbacks(part: Part<OperationObject>, references: References): readonly DescribedRequest[] {
  return resolvedMembers(references, part, 'callbacks').flatMap(([name, callback]) =>
    Object.keys(callback.value)
      .filter((address) => !address.startsWith('x-'))
      .flatMap((address) => requestsAt(name, address, references.resolveBelow(callback, address), references)),
  );
}

/** The webhooks of a document: of 3.1, or under the name that they had before. */
export function webhooksOf(references: References): readonly DescribedRequest[] {
  const root = { value: references.root, pointer: '' };
  return ['webhooks', 'x-webhooks'].flatMap((key) =>
    resolvedMembers(references, root, key).flatMap(([name, item]) => requestsAt(name, '', item, references)),
  );
}

/** How many names its webhooks have: one may be sent by several methods. */
export function countWebhooks(references: References): number {
  return new Set(webhooksOf(references).map(({ name }) => name)).size;
}

function requestsAt(name: string, address: string, item: Part | undefined, references: References): DescribedRequest[] {
  if (!item || !isRecord(item.value)) return [];
  return OPENAPI_METHODS.flatMap((method) => {
    const part = references.resolveBelow<OperationObject>(item, method);
    if (!part || !isRecord(part.value)) return [];
    const parameters = parseParameters(references, { part, path: address, pathItem: [item as never] });
    return [
      { name, address, method: method.toUpperCase(), body: parseRequestBody(references, { part, method }), parameters },
    ];
  });
}
