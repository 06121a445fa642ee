// The route group of the issuer: its paths, and their sandbox.

import { rejectSandboxCreation, rejectUntypedBody } from '../pipeline/cors/cors.ts';
import type { RequestHead, RouteGroup } from '../pipeline/route-groups.ts';
import { MAIN } from '../pipeline/sandbox/sandbox.ts';
import { getSandboxName, type Sandboxes } from '../pipeline/sandbox/sandboxes.ts';
import type { Issuer } from './issuer.ts';
import { LONGEST_BODY } from './request-limits.ts';

interface IssuerRouteSettings {
  readonly sandboxes: Sandboxes;
  /** The origin of a cross-site page; undefined for other callers. */
  foreignPage(head: RequestHead): string | undefined;
  /** Whether a document names a path: then it is the document's. */
  isTaken(path: string): boolean;
}

export function issuerRoutes(issuer: Issuer, { sandboxes, foreignPage, isTaken }: IssuerRouteSettings): RouteGroup {
  return {
    trustsPolicy: true,
    isTraced: true,
    bodyLimit: LONGEST_BODY,
    recordsItself: ({ method }) => method !== 'OPTIONS',
    matches: (_, path) => issuer.owns(path) && !isTaken(path),
    handle(request) {
      const enter = () => {
        rejectUntypedBody(request, foreignPage);
        return sandboxes.visit(getSandboxName(request.headers), () => rejectSandboxCreation(foreignPage(request)));
      };
      return issuer.respond(request, enter, sandboxes.visit(MAIN));
    },
  };
}
