// Serves the mock from the dev server of Vite: `understudy-api/vite`.

import { resolve } from 'node:path';
import type { Connect, Plugin, PreviewServer, ViteDevServer } from 'vite';
import { temporarySettings } from '../../app/config.ts';
import { createServer } from '../../app/create-mock-server.ts';
import type { MockServer } from '../../app/mock-server.ts';
import { chooseApis } from '../../cli/serve/chosen-apis.ts';
import { readSettings } from '../../cli/serve/read-settings.ts';
import { reloadOnSave, summaryOf } from '../../cli/serve/reload.ts';
import { mockMiddleware } from '../express/middleware.ts';

/** Where the inspector is, whatever `at` is. */
const INSPECTOR = '/_understudy';

export interface UnderstudyPluginSettings {
  /** The document: a path from the root of the project, or a URL. Default: the one found there, as by `understudy`. */
  readonly document?: string;
  /** The path below which the mock server responds. Default: `/`, for the paths of the document. */
  readonly at?: string;
  /** The folder with handlers, from the root of the project. Default: that of the config, if any. */
  readonly handlers?: string;
  /** An OpenAPI Overlay that changes the document, from the root of the project. Default: that of the config, if any. */
  readonly overlay?: string;
}

/**
 * A plugin that mocks an API in `vite` and `vite preview`: no second process, no CORS. Settings of `understudy.yaml` in
 * the root of the project apply. The state is in memory; documents, handlers and fixtures are read again when they are
 * saved. The inspector is at `/_understudy`.
 *
 * @example export default defineConfig({ plugins: [understudy({ document: 'openapi.yaml', at: '/api' })] });
 */
export function understudy({ at = '/', ...given }: UnderstudyPluginSettings = {}): Plugin {
  const path = at
    .split('/')
    .filter((segment) => segment !== '')
    .join('/');
  const base = path === '' ? '' : `/${path}`;
  let end = async (): Promise<void> => undefined;
  const serve = async (server: ViteDevServer | PreviewServer, watch: boolean) => {
    await end();
    const mock = await startMock(server, given, watch);
    end = mock.close;
    server.httpServer?.once('close', () => void mock.close());
    const respond = mockMiddleware(mock.server);
    if (base === '') server.middlewares.use(respond);
    else server.middlewares.use(base, respond).use(atRoot(base, respond));
    const printUrls = server.printUrls.bind(server);
    server.printUrls = () => {
      printUrls();
      for (const url of server.resolvedUrls?.local ?? []) {
        const { origin } = new URL(url);
        server.config.logger.info(`  \u279c  Mock:    ${origin}${base || '/'} (${summaryOf(mock.server)})`);
        server.config.logger.info(`  \u279c  Inspect: ${origin}${INSPECTOR}`);
      }
    };
  };
  return {
    name: 'understudy',
    configureServer: (server) => serve(server, true),
    configurePreviewServer: (server) => serve(server, false),
    buildEnd: () => end(),
  };
}

interface StartedMock {
  readonly server: MockServer;
  close(): Promise<void>;
}

async function startMock(
  { config: { root, logger } }: ViteDevServer | PreviewServer,
  { document, handlers, overlay }: UnderstudyPluginSettings,
  watch: boolean,
): Promise<StartedMock> {
  const since = Date.now();
  const fromRoot = (path: string) => (/^\w+:\/\//.test(path) ? path : resolve(root, path));
  const { config, configFile } = await readSettings(['--no-watch'], process.env, root);
  const { apis, reloading } = await chooseApis({
    documents: document === undefined ? [] : [fromRoot(document)],
    config: {
      ...config,
      ...(handlers !== undefined && { handlers: fromRoot(handlers) }),
      ...(overlay !== undefined && { overlay: fromRoot(overlay) }),
    },
    configFile,
    folder: root,
    stdin: process.stdin,
  });
  const report = (text: string) => logger.info(text, { timestamp: true });
  const server = await createServer({ ...temporarySettings(config, apis), onNotice: report });
  const nothing = async () => [];
  const stop =
    watch && reloading
      ? reloadOnSave(server, { ...reloading, apis, since, report, updateTypes: nothing, restartNotices: nothing })
      : undefined;
  return {
    server,
    close() {
      stop?.();
      return server.close();
    },
  };
}

/** At the root: the control API for programs, and for people the way to the inspector. */
function atRoot(base: string, respond: Connect.NextHandleFunction): Connect.NextHandleFunction {
  return (request, response, next) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    if (path !== INSPECTOR && !path.startsWith(`${INSPECTOR}/`)) return next();
    if (path !== INSPECTOR || !request.headers.accept?.includes('text/html')) return respond(request, response, next);
    response.writeHead(302, { location: `${base}${INSPECTOR}/inspector` }).end();
  };
}
