// Finds the API of a path among several, by host and base path.

import type { Match, MethodMismatch, PathForm } from '../../openapi/document.ts';
import { isUrlEncodedForm } from '../../openapi/parameters/form-fields.ts';
import type { LoadedApi } from './api/load-api.ts';
import { pathOf, queryOf, type WireRequest } from './wire.ts';

/** The API of a request, and the result of the path search. */
interface FoundMatch<A extends LoadedApi> {
  readonly served: A;
  readonly match: Match | MethodMismatch;
}

/** A path may be sent as the servers of a document have it, or as the document has it. */
const READINGS: readonly PathForm[] = ['whole', 'bare'];

/**
 * Searches the APIs: first those with a server at the host of the request, then the others; among these first those
 * with its base path. An API that has the path with other methods only comes last.
 */
export function findMatch<A extends LoadedApi>(
  { method, target, headers, body }: Pick<WireRequest, 'method' | 'target' | 'headers' | 'body'>,
  apis: readonly A[],
): FoundMatch<A> | undefined {
  const path = pathOf(target);
  const isUncompressedForm = isUrlEncodedForm(headers['content-type']) && headers['content-encoding'] === undefined;
  const details = { query: queryOf(target), headers, form: isUncompressedForm ? body : undefined };
  let withOtherMethods: FoundMatch<A> | undefined;
  for (const group of byHost(apis, headers.host)) {
    for (const reading of READINGS) {
      for (const served of group) {
        const match = served.document.match(method, path, details, reading);
        if (match && 'operation' in match) return { served, match };
        if (match) withOtherMethods ??= { served, match };
      }
    }
  }
  return withOtherMethods;
}

function byHost<A extends LoadedApi>(apis: readonly A[], host = ''): readonly (readonly A[])[] {
  const hasHost = (one: A) => one.hosts.some(({ matches: fits }) => fits(host));
  if (!apis.some(hasHost)) return [apis];
  return [apis.filter(hasHost), apis.filter((one) => !hasHost(one))];
}
