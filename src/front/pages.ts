// What a browser finds at the front door: pages and files that belong to no document.

import { bareMediaType } from '../engine/document.ts';
import type { DocumentObject } from '../engine/openapi.ts';
import { isGrpc } from '../engine/read-request.ts';
import { pathOf, queryOf, type WireRequest, type WireResponse } from '../engine/wire.ts';
import { answerAsset } from './asset.ts';
import { baseUrl } from './base-url.ts';
import { home, homeAssets } from './home.ts';
import { homeText } from './home-text.ts';
import { answerPage, icon } from './page.ts';
import { reference, referenceAssets, triedHere } from './reference.ts';
import { type Shown, type ShownApi, shownApis } from './shown-api.ts';
import { swaggerUiAssets } from './swagger-ui.ts';

type Answer = WireResponse | Promise<WireResponse>;
type Route = readonly [path: string, answer: (request: WireRequest) => Answer];

/** Answers requests for pages; undefined for every other request, and for a path that is a document's own. */
export function createPages(shown: Shown): (request: WireRequest) => Answer | undefined {
  const apis = shownApis(shown);
  const routes = new Map<string, Route[1]>([
    ['/', (request) => answerHome(apis, request)],
    ...apis.flatMap((api) => routesOf(api, apis)),
    // Browsers ask for it beside whatever is no page.
    ['/favicon.ico', ({ target }) => answerAsset(icon, queryOf(target))],
    ...[icon, ...homeAssets, ...referenceAssets, ...swaggerUiAssets].map(
      (asset): Route => [asset.path, ({ target }) => answerAsset(asset, queryOf(target))],
    ),
  ]);
  for (const { document } of apis) for (const path of Object.keys(document.bundled.paths)) routes.delete(path);
  return (request) => {
    const route = routes.get(pathOf(request.target));
    if (!route || request.method === 'OPTIONS' || isGrpc(request)) return undefined;
    return request.method === 'GET' || request.method === 'HEAD' ? route(request) : methodNotAllowed;
  };
}

const methodNotAllowed: WireResponse = {
  status: 405,
  headers: { 'content-type': 'application/json', allow: 'GET, HEAD' },
  body: JSON.stringify({ code: 12, message: 'Method Not Allowed', details: [] }),
};

/** For a browser, or as text for everybody else. */
function answerHome(apis: readonly ShownApi[], { headers, secure }: WireRequest): Answer {
  const { host, accept = '*/*' } = headers;
  const base = baseUrl(host, secure);
  const types = accept.split(',').map(bareMediaType);
  const vary = { vary: 'Accept' };
  if (types.includes('text/html')) return answerPage(home(apis, base), vary);
  return answerFile('text/plain; charset=utf-8', homeText(apis, base), vary);
}

function routesOf(api: ShownApi, apis: readonly ShownApi[]): Route[] {
  const { paths, document } = api;
  const toAll = { 'access-control-allow-origin': '*' };
  return [
    [paths.reference, () => answerPage(reference(api, apis))],
    [paths.tried, () => answerFile('application/json', JSON.stringify(triedHere(document.bundled)))],
    [
      paths.json,
      ({ headers: { host }, secure }) =>
        answerFile('application/json', servedAt(baseUrl(host, secure), document.bundled), toAll),
    ],
    [paths.yaml, () => answerFile('application/yaml', document.text, toAll)],
  ];
}

/** The document with this server in the first place: clients made from it ask here. */
function servedAt(url: string, document: DocumentObject): string {
  return JSON.stringify({ ...document, servers: [{ url, description: 'This stand-in' }] }, null, 2);
}

function answerFile(type: string, body: string, headers: WireResponse['headers'] = {}): WireResponse {
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', ...headers },
    body,
  };
}
