// Ids in paths that the document forbids, and that no server takes for an existing one.

import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { PathValues } from '../cases/known-values.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import { type AddressedItem, withoutNames } from './creation-log.ts';

/** A read operation with the path values of a malformed id. */
export interface MalformedIdRead {
  readonly action: ResourceAction;
  readonly path: PathValues;
}

/**
 * The path parameter of a request that has a value which its schema forbids. Undefined if there is none, or if a
 * lenient server can take the value for another one: it may ignore case and spaces around it, read the number at its
 * start, or split it at commas.
 */
export function findMalformedId(operation: Operation, { rawParameters }: SerializedRequest): string | undefined {
  const { path = {} } = rawParameters;
  const invalid = Object.entries(path).filter(([name, text]) => isInvalid(operation, rawParameters, name, text));
  const [[name = '', text = ''] = []] = invalid;
  if (invalid.length !== 1 || /\d|,|^\s|\s$/.test(decodeOrKeep(text)) || KEYWORDS.has(decodeOrKeep(text).toLowerCase()))
    return undefined;
  const isAlwaysInvalid = [text.toLowerCase(), text.toUpperCase()].every((other) =>
    isInvalid(operation, rawParameters, name, other),
  );
  return isAlwaysInvalid ? name : undefined;
}

/** Words with a meaning of their own in some servers. */
const KEYWORDS: ReadonlySet<string> = new Set(['null', 'undefined', 'true', 'false', 'all', '*']);

function isInvalid(
  operation: Operation,
  rawParameters: SerializedRequest['rawParameters'],
  name: string,
  text: string,
): boolean {
  const { values, findings } = operation.parameterReader.read({
    ...rawParameters,
    path: { ...rawParameters.path, [name]: text },
  });
  const all = [...findings, ...operation.validateRequest({ ...values, body: undefined }, undefined)];
  const pointer = childPointer('', name);
  return all.some((one) => one.part === 'path' && (one.pointer === pointer || one.pointer.startsWith(`${pointer}/`)));
}

/** Whether no item is likely to have this id, not even where the ids of a server differ from the document. */
export function isImprobableId(text: string): boolean {
  return /[^\w-]/.test(text);
}

/** The operation that reads items at the place of a path parameter; undefined if there is none. */
export function findReadOf(
  parameter: string,
  items: readonly AddressedItem[],
  path: PathValues,
  actions: readonly ResourceAction[],
): MalformedIdRead | undefined {
  const index = items.findIndex((one) => one.parameter === parameter);
  const action = actions.find(
    (one) =>
      one.kind === 'read' &&
      one.parameter !== undefined &&
      one.part.length === 0 &&
      withoutNames(one.operation.path) === items[index]?.prefix,
  );
  if (!action) return undefined;
  // The paths may have other parameter names.
  const names = [...action.operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  return { action, path: Object.fromEntries(names.map((name, at) => [name, path[items[at]?.parameter ?? '']])) };
}
