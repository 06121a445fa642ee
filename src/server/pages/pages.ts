// Routes of the pages and their files.

import { bareMediaType } from '../../openapi/document.ts';
import { isGrpcRequest } from '../pipeline/choose-codec.ts';
import { applyIfNoneMatch } from '../pipeline/entity-tag.ts';
import type { RouteGroup } from '../pipeline/route-groups.ts';
import { pathOf, queryOf, type WireRequest, type WireResponse } from '../pipeline/wire.ts';
import { type Asset, assetResponse } from './asset.ts';
import { operationsUrl, sandboxPath } from './base-url.ts';
import { methodNotAllowed } from './health.ts';
import { home, homeAssets } from './overview/home.ts';
import { homeText } from './overview/home-text.ts';
import { icon, pageResponse } from './page.ts';
import { type PageData, type ShownApi, shownApis } from './page-data.ts';
import { LOGIN_RETURN, loginReturn, reference, referenceAssets, tryItAddress } from './reference/reference.ts';
import { jsonOf, type ServedFrom, servedFrom, yamlOf } from './reference/served-document.ts';
import { swaggerUiAssets } from './reference/swagger-ui.ts';
import { renderForAddress } from './render-for-address.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';

/** Responds to a request for a page; `cache` has earlier responses. */
type Route = (request: WireRequest, cache: ResponseCache) => WireResponse;
type NamedRoute = readonly [path: string, Route];

/** Serves the pages. A path of a document takes precedence. */
export function createPages(shown: PageData): RouteGroup {
  const apis = shownApis(shown);
  const cache = createResponseCache();
  const routes = new Map<string, Route>([
    ['/', homeRoute(apis, shown)],
    ...apis.flatMap((api) => routesOf(api, apis, shown)),
    belowRoute(LOGIN_RETURN, (at, cache) =>
      cache.get(`${LOGIN_RETURN} ${at}`, loginReturn, () => pageResponse({ ...loginReturn, at })),
    ),
    // Browsers request it beside anything that is no page.
    ['/favicon.ico', assetRoute(icon)],
    ...[icon, ...homeAssets, ...referenceAssets, ...swaggerUiAssets].map(
      (asset) => [asset.path, assetRoute(asset)] as const,
    ),
  ]);
  // A URL fragment of a documented path is not part of requests.
  for (const { document } of apis) for (const path of document.fullPaths()) routes.delete(path.replace(/[#?].*$/s, ''));
  return {
    trustsPolicy: true,
    matches: (head, path) => routes.has(path) && head.method !== 'OPTIONS' && !isGrpcRequest(head),
    handle(request) {
      const route = routes.get(pathOf(request.target));
      if (!route || (request.method !== 'GET' && request.method !== 'HEAD')) return methodNotAllowed;
      return applyIfNoneMatch(request, route(request, cache));
    },
  };
}

function assetRoute(asset: Asset): Route {
  return ({ target }, cache) => {
    const isVersion = queryOf(target) === `v=${asset.version}`;
    return cache.get(`${asset.path} ${isVersion}`, asset, () => assetResponse(asset, isVersion));
  };
}

/** HTML for browsers, text for other clients. */
function homeRoute(apis: readonly ShownApi[], { introductions, issuer, lastFailure }: PageData): Route {
  const vary = { vary: 'Accept' };
  return (request, cache) => {
    const { accept = '*/*' } = request.headers;
    const [base, at] = [operationsUrl(request), sandboxPath(request)];
    const loggedInAt = issuer && issuer + at;
    const isPage = accept.split(',').map(bareMediaType).includes('text/html');
    const failure = lastFailure?.();
    const found = { base, issuer: loggedInAt, at, failure: failure?.message };
    return cache.get(`/ ${isPage} ${base}`, failure ?? introductions(), () =>
      isPage
        ? pageResponse(home(apis, found), vary)
        : answerFile('text/plain; charset=utf-8', homeText(apis, found), vary),
    );
  };
}

function routesOf(api: ShownApi, apis: readonly ShownApi[], { introductions, issuer }: PageData): NamedRoute[] {
  const { paths, document } = api;
  const tried = (at: string) => JSON.stringify(tryItAddress(document, { issuer, at, accepted: api.now().accepted }));
  return [
    belowRoute(paths.reference, (at, cache) =>
      cache.get(`${paths.reference} ${at}`, introductions(), () => pageResponse(reference(api, apis, at))),
    ),
    belowRoute(paths.tried, (at, cache) =>
      cache.get(`${paths.tried} ${at}`, introductions(), () => answerFile('application/json', tried(at))),
    ),
    documentRoute(api, paths.json, 'application/json', (from) => jsonOf(servedFrom(document, from)), issuer),
    documentRoute(api, paths.yaml, 'application/yaml', (from) => yamlOf(servedFrom(document, from)), issuer),
  ];
}

/** A page at the root and below the path of a sandbox. */
function belowRoute(path: string, answered: (at: string, cache: ResponseCache) => WireResponse): NamedRoute {
  return [path, (request, cache) => answered(sandboxPath(request), cache)];
}

/** A document for programs, with CORS. */
function documentRoute(
  api: ShownApi,
  path: string,
  type: string,
  write: (from: ServedFrom) => string,
  issuer: string | undefined,
): NamedRoute {
  const text = renderForAddress((base) => write({ base, issuer }));
  const toAll = { 'access-control-allow-origin': '*' };
  return [
    path,
    (request, cache) => {
      const [base, at] = [operationsUrl(request), sandboxPath(request)];
      // An issuer at another address has the sandboxes below its own.
      const isElsewhere = issuer !== undefined && at !== '';
      return cache.get(`${path} ${base}`, api, () =>
        answerFile(type, isElsewhere ? write({ base, issuer: issuer + at }) : text(base), toAll),
      );
    },
  ];
}

function answerFile(type: string, body: string, headers: WireResponse['headers'] = {}): WireResponse {
  return {
    status: 200,
    headers: { 'content-type': type, 'cache-control': 'no-cache', ...headers },
    body,
  };
}
