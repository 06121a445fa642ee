// The route group of the issuer: its paths, and their sandbox.

import { refuseSandbox, refuseUntypedBody } from '../pipeline/cors/foreign-page.ts';
import type { Mount, RequestHead } from '../pipeline/mount.ts';
import { MAIN } from '../pipeline/sandbox/sandbox.ts';
import { type Sandboxes, sandboxNamed } from '../pipeline/sandbox/sandboxes.ts';
import type { Issuer } from './issuer.ts';
import { LONGEST_BODY } from './request-limits.ts';

export interface IssuerRouteSettings {
  readonly sandboxes: Sandboxes;
  /** The origin of a cross-site page; undefined for other callers. */
  foreignPage(head: RequestHead): string | undefined;
  /** Whether a document names a path: then it is the document's. */
  isTaken(path: string): boolean;
}

export function issuerRoutes(issuer: Issuer, { sandboxes, foreignPage, isTaken }: IssuerRouteSettings): Mount {
  return {
    trustsPolicy: true,
    bodyLimit: LONGEST_BODY,
    records: ({ method }) => method !== 'OPTIONS',
    owns: (_, path) => issuer.owns(path) && !isTaken(path),
    answer(request) {
      const enter = () => {
        refuseUntypedBody(request, foreignPage);
        return sandboxes.visit(sandboxNamed(request.headers), () => refuseSandbox(foreignPage(request)));
      };
      return issuer.answer(request, enter, sandboxes.visit(MAIN));
    },
  };
}
