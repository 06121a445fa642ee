// Validates the method and path of a fault plan.

import type { Document, Operation } from '../../openapi/document.ts';
import { ApiError } from '../../server/pipeline/errors/api-error.ts';
import type { FaultTarget } from '../../server/pipeline/faults/fault-plan.ts';

/**
 * @param documents - of the selected APIs
 * @param operations - the named ones. Default: all
 * @throws ApiError `invalid_argument` that names the unknown part, and existing ones
 */
export function checkTarget(
  { method, path }: FaultTarget,
  documents: readonly Document[],
  operations: readonly Operation[] | undefined,
): void {
  const [one] = operations ?? [];
  const whose = one === undefined ? '' : ` of ${one.id}`;
  if (method !== undefined) {
    const known = distinct((operations ?? all(documents)).map((operation) => operation.method));
    if (!known.includes(method.toUpperCase()))
      throw wrong(`unknown method ${JSON.stringify(method)}${whose}; existing: ${known.join(', ')}`);
  }
  if (path === undefined) return;
  const found = [
    ...all(documents).filter((operation) => operation.path === path),
    ...(path.includes('*') ? operationsLike(path, documents) : operationsAt(path, documents)),
  ];
  const methods = distinct(found.map((operation) => operation.method));
  if (method !== undefined && methods.length > 0 && !methods.includes(method.toUpperCase()))
    throw wrong(`no operation ${JSON.stringify(`${method} ${path}`)}; methods of the path: ${methods.join(', ')}`);
  if (one === undefined ? found.length > 0 : operations?.some((operation) => found.includes(operation))) return;
  const near = one === undefined ? documents.flatMap((document) => document.suggestPaths(path)) : [one.path];
  const hint = near.length > 0 ? `; similar: ${distinct(near).slice(0, 3).join(', ')}` : '';
  throw wrong(`unknown path ${JSON.stringify(path)}${whose}${hint}`);
}

/** The operations of a path. Decoded, as it is compared with plans. */
function operationsAt(path: string, documents: readonly Document[]): readonly Operation[] {
  return documents.flatMap((document) => [...document.operationsAt(path), ...document.operationsAt(encodeURI(path))]);
}

/** The operations that a path with wildcards may mean, with or without a base path. */
function operationsLike(path: string, documents: readonly Document[]): readonly Operation[] {
  return documents.flatMap((document) =>
    [...document.operations.values()].filter((operation) =>
      ['', ...document.basesAt(operation.path)].some((base) =>
        mayMatch(path.split('/'), `${base}${operation.path}`.split('/')),
      ),
    ),
  );
}

/** Whether segments with wildcards may mean the same path as a template. */
function mayMatch([first, ...rest]: readonly string[], [step, ...others]: readonly string[]): boolean {
  if (first === '**' && rest.length === 0) return true;
  // A parameter of a catch-all template may contain slashes.
  if (step?.includes('+}') || step?.includes('*}')) return true;
  if (first === undefined || step === undefined) return first === step;
  return (first === '*' || first === step || step.includes('{')) && mayMatch(rest, others);
}

function all(documents: readonly Document[]): readonly Operation[] {
  return documents.flatMap(({ operations }) => [...operations.values()]);
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function wrong(message: string): ApiError {
  return new ApiError('invalid_argument', message);
}
