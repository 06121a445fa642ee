// The pages as an Express app. The only door to Express, loaded with the first page.

import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { isLocalMessage } from '../http/inject-request.ts';
import { type Asset, cacheAs } from './asset.ts';
import { baseUrl, operationsUrl, pagesPath } from './base-url.ts';
import { addInspector, inspectorStyle } from './inspector/inspector-page.ts';
import { home, homeAssets } from './overview/home.ts';
import { homeText } from './overview/home-text.ts';
import { icon, sendPage } from './page.ts';
import { type PageData, type ShownApi, shownApis } from './page-data.ts';
import { LOGIN_RETURN } from './page-paths.ts';
import { loginReturn, reference, referenceAssets, tryItAddress } from './reference/reference.ts';
import { jsonOf, type ServedFrom, servedFrom, yamlOf } from './reference/served-document.ts';
import { swaggerUiFolder, swaggerUiVersion } from './reference/swagger-ui.ts';
import { createTextCache, renderForAddress, type TextCache } from './rendered-texts.ts';

/** The fastest levels: a quarter of the time for 15 % more bytes. On this machine it would only delay pages. */
const COMPRESSION: compression.CompressionOptions = {
  level: 1,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  filter: (request, response) => !isLocalMessage(request) && compression.filter(request, response),
};

/** Creates the app. An error of a page destroys the response, so that the server reports it. */
export function createPagesApp(data: PageData): Express {
  const apis = shownApis(data);
  const texts = createTextCache();
  const app = express().disable('x-powered-by');
  app.use(compression(COMPRESSION), onlyReads);
  app.get('/', (request, response) => showHome(request, response, apis, data));
  for (const api of apis) addApi(app, api, { apis, texts, ...data });
  app.get(LOGIN_RETURN, (request, response) => sendPage(response, { ...loginReturn, at: pagesPath(request) }));
  addInspector(app);
  // Browsers request it beside anything that is no page.
  app.get('/favicon.ico', (_, response) => sendAsset(response, icon));
  for (const asset of [icon, inspectorStyle, ...homeAssets, ...referenceAssets])
    app.get(asset.path, cacheAs(asset.version), (_, response) => sendAsset(response, asset));
  app.use(
    '/reference',
    cacheAs(swaggerUiVersion),
    express.static(swaggerUiFolder, { index: false, cacheControl: false, acceptRanges: false }),
  );
  app.use((_, response) => sendError(response.status(404), 5, 'the page has no such file'));
  app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => response.destroy(error));
  return app;
}

/** Pages and files are only read. Unless a file is versioned, browsers revalidate it. */
function onlyReads({ method }: Request, response: Response, next: NextFunction): void {
  response.set('cache-control', 'no-cache');
  if (method === 'GET') next();
  else sendError(response.status(405).set('allow', 'GET, HEAD'), 12, 'Method Not Allowed');
}

function sendAsset(response: Response, { type, text }: Asset): void {
  response.type(type).send(text);
}

/** JSON and YAML have no parameter `charset`, which Express would add. */
function sendText(response: Response, type: string, bytes: Buffer): void {
  response.setHeader('content-type', type);
  response.send(bytes);
}

function sendError(response: Response, code: number, message: string): void {
  sendText(response, 'application/json', Buffer.from(JSON.stringify({ code, message, details: [] })));
}

/** HTML for browsers, text for other clients. */
function showHome(request: Request, response: Response, apis: readonly ShownApi[], { issuer, lastFailure }: PageData) {
  const at = pagesPath(request);
  const failure = lastFailure?.()?.message;
  const { headers, secure } = request;
  const pages = baseUrl(headers.host, secure) + at;
  const found = { base: operationsUrl(request), pages, at, issuer: issuer && issuer + at, failure };
  const sendText = () => response.type('text').send(homeText(apis, found));
  response.format({ text: sendText, html: () => sendPage(response, home(apis, found)), default: sendText });
}

interface ApiRouteSettings extends PageData {
  readonly apis: readonly ShownApi[];
  readonly texts: TextCache;
}

/** Adds the reference of an API, and its document. */
function addApi(app: Express, api: ShownApi, { apis, texts, introductions, issuer }: ApiRouteSettings): void {
  const { paths, document, now } = api;
  app.get(paths.reference, (request, response) => sendPage(response, reference(api, apis, pagesPath(request))));
  app.get(paths.tried, (request, response) => {
    const at = pagesPath(request);
    const write = () => stringifyJson(tryItAddress(document, { issuer, at, accepted: now().accepted }));
    sendText(response, 'application/json', texts(paths.tried + at, introductions(), write));
  });
  const addDocument = (path: string, type: string, write: (from: ServedFrom) => string) => {
    const text = renderForAddress((base) => write({ base, issuer }));
    app.get(path, (request, response) => {
      const [base, at] = [operationsUrl(request), pagesPath(request)];
      // An issuer at another address has the sandboxes below its own.
      const isElsewhere = issuer !== undefined && at !== '';
      const bytes = texts(path + base, api, () => (isElsewhere ? write({ base, issuer: issuer + at }) : text(base)));
      sendText(response.set('access-control-allow-origin', '*'), type, bytes);
    });
  };
  addDocument(paths.json, 'application/json', (from) => jsonOf(servedFrom(document, from)));
  addDocument(paths.yaml, 'application/yaml', (from) => yamlOf(servedFrom(document, from)));
}
