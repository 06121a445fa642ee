// Handles requests of another Node server, such as Express, below any path.

import type { RequestHead, RouteGroups } from '../pipeline/route-groups.ts';
import { BodyBudget } from './body-budget.ts';
import { createReceivedHandler } from './create-node-handler.ts';
import { BODY_BUDGET, BODY_TIMEOUT, type ListenerSettings, REQUEST_TIMEOUT } from './listen.ts';
import type { NodeRequest, NodeResponse } from './node-http-types.ts';
import { PendingResponses } from './pending-responses.ts';
import { ReceivedRequest } from './received-request.ts';
import { OpenStreams } from './send-stream.ts';

/** Where the pages are: the paths before it belong to the other server, but for those of the documents. */
const PAGES = '/_understudy';

/** The route groups of a server that is mounted in another one. */
export interface MountedGroups extends RouteGroups {
  /** Whether a path is one of the documents, their login, or the control API. */
  owns(head: RequestHead): boolean;
  /** Whether it is the path of a page, or of a file of one. */
  isPage(head: RequestHead): boolean;
}

export interface MountedHandler {
  /** Handles a request. Returns false if its path is not one of the server; then it is untouched. */
  handle(request: NodeRequest, response: NodeResponse): boolean;
  /** Ends open streams. */
  close(): void;
}

type MountedSettings = Pick<ListenerSettings, 'bodyLimit' | 'proxies' | 'onRejected' | 'onError'>;

export function createMountedHandler(groups: MountedGroups, settings: MountedSettings): MountedHandler {
  const { bodyLimit, proxies } = settings;
  const streams = new OpenStreams();
  const handle = createReceivedHandler(groups, {
    ...settings,
    streams,
    requestTimeout: REQUEST_TIMEOUT,
    bodyBudget: new BodyBudget(Math.max(BODY_BUDGET, 4 * bodyLimit), BODY_TIMEOUT),
    pendingResponses: new PendingResponses(),
    isOpen: () => true,
  });
  return {
    handle(request, response) {
      const secure = 'encrypted' in request.socket;
      const received = findOwn(
        groups,
        request,
        (address) => new ReceivedRequest(request, { secure, proxies, ...address }),
      );
      if (received) handle(request, response, () => received);
      return received !== undefined;
    },
    close: () => streams.end(),
  };
}

/** The meaning of a request: a path below the mount, a page below that, or the whole path, which a document may have. */
function findOwn(
  { owns, isPage }: MountedGroups,
  request: NodeRequest,
  at: (address: { readonly base: string; readonly target: string }) => ReceivedRequest,
): ReceivedRequest | undefined {
  const { url: target = '/', originalUrl = target } = request as NodeRequest & { readonly originalUrl?: string };
  const base = mountOf(target, originalUrl);
  const own = at({ base, target });
  const [path = '/'] = target.split('?', 1);
  if (path !== PAGES && !path.startsWith(`${PAGES}/`)) return [own, at({ base: '', target: originalUrl })].find(owns);
  const below = target.slice(PAGES.length);
  const page = at({ base: base + PAGES, target: below.startsWith('/') ? below : `/${below}` });
  const isForReader = path !== PAGES || request.headers.accept?.includes('text/html') === true;
  if (isForReader && isPage(page)) return page;
  // Pages find the control API below their own path. It rejects what neither has.
  return owns(own) || isPage(own) || !owns(page) ? own : page;
}

/** The path at which a middleware is: Express, Connect and Fastify remove it from `url`. */
function mountOf(target: string, originalUrl: string): string {
  const [path = ''] = originalUrl.split('?', 1);
  const [below = '/'] = target.split('?', 1);
  if (path.endsWith(below)) return path.slice(0, -below.length);
  // At the mount itself, they leave a slash.
  return below === '/' ? path : '';
}
