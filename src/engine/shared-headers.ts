// Which header fields of an api pages of other origins may send and read: those that its document names.

import type { Operation } from '../openapi/document.ts';
import type { Shared } from './cors.ts';
import type { LoadedApi } from './load-api.ts';
import { SOURCE } from './write-reply.ts';

/** What the operations at a path take and give, whatever the method, of all of these apis that have the path. */
export function sharedAt(path: string, apis: readonly LoadedApi[]): Shared {
  const requestHeaders = new Set<string>();
  const responseHeaders = new Set<string>();
  for (const { api, document } of apis) {
    const operations = document.operationsAt(path);
    if (operations.length === 0) continue;
    for (const operation of operations) {
      for (const name of requestFields(operation)) requestHeaders.add(name.toLowerCase());
      for (const { headers } of operation.answers.all)
        for (const { name } of headers) responseHeaders.add(name.toLowerCase());
    }
    if (api.infer) {
      requestHeaders.add('prefer');
      for (const name of ['preference-applied', SOURCE]) responseHeaders.add(name);
    }
    if (typeof api.cors === 'object')
      for (const name of api.cors.requestHeaders) requestHeaders.add(name.toLowerCase());
  }
  // Whoever is told a version may ask for another one (RFC 9110, section 13.1).
  if (responseHeaders.has('etag')) for (const name of ['if-match', 'if-none-match']) requestHeaders.add(name);
  return { requestHeaders, responseHeaders };
}

function requestFields({ parameters, security }: Operation): readonly string[] {
  const declared = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
  const keys = security
    .flat()
    .flatMap(({ scheme }) => (scheme?.type === 'apiKey' && scheme.in === 'header' ? [scheme.name] : []));
  return [...declared, ...keys];
}
