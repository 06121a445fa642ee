// An API for the pages whose texts are chosen by a test, and helpers that read a page.

import { createDocument, type Document } from '../../../src/openapi/document.ts';
import type { LoginClient } from '../../../src/server/oidc/login/login-types.ts';
import type { PageData } from '../../../src/server/pages/page-data.ts';
import type { RouteGroup } from '../../../src/server/pipeline/route-groups.ts';
import { pathOf, type WireRequest, type WireResponse } from '../../../src/server/pipeline/wire.ts';
import { documentSource } from '../../support/document-source.ts';

/** The texts. */
export interface PageInput {
  title?: string;
  version?: string;
  description?: string;
  token?: string;
  who?: string;
  applications?: readonly LoginClient[];
  services?: readonly string[];
  /** Further parts of the document. */
  document?: object;
}

/** APIs with one caller and one operation each. */
export function shown(...message: PageInput[]): PageData {
  const all = message.length === 0 ? [{}] : message;
  return {
    documents: all.map(documentOf),
    introductions: () =>
      all.map(({ title = 'Pets', token = 'token-keeper', who = 'the keeper', applications, services }: PageInput) => ({
        title,
        applications: applications ?? [],
        services: services ?? [],
        loginPath: '',
        introduction: {
          callers: [{ token, who }],
          example: { method: 'POST', path: '/pets', token, body: { name: who } },
        },
      })),
  };
}

function documentOf({
  title = 'Pets',
  version = '1.0.0',
  description = 'Animals.',
  document = {},
}: PageInput): Document {
  const whole = {
    openapi: '3.0.3',
    info: { title, version, description },
    paths: { '/pets': { post: { operationId: 'addPet', responses: {} } } },
    components: { schemas: {}, securitySchemes: { key: { type: 'http' as const, scheme: 'Bearer' } } },
    ...document,
  };
  return createDocument(documentSource(whole, '/pets.yaml'));
}

/** The text of a page, by default as a browser gets it. */
export async function read(
  pages: RouteGroup,
  target: string,
  host = 'localhost',
  accept = 'text/html',
): Promise<string> {
  const headers = { host, accept };
  const response = await send(pages, { method: 'GET', target, headers, body: new Uint8Array(), local: true });
  if (!response) throw new Error(`page ${target} not found`);
  return String(response.body);
}

/** The response of the pages; undefined for a request that they do not handle. */
export async function send(pages: RouteGroup, request: WireRequest): Promise<WireResponse | undefined> {
  return pages.matches(request, pathOf(request.target)) ? ((await pages.handle(request)) as WireResponse) : undefined;
}
