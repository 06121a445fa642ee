// The URL of a server without the base path of its document, if both have it.

import type { Document } from '../../openapi/document.ts';
import { createTarget, type Target, type TargetSettings } from '../../verify/target.ts';

interface ServerUrlSettings {
  readonly document: Document;
  readonly target: TargetSettings;
  readonly signal: AbortSignal;
  /** Receives a sentence where the base path was in both. */
  readonly onNotice: (sentence: string) => void;
}

/**
 * Requests go to the URL, followed by the base path of the document. A URL that ends with this base path is meant
 * without it, unless the server has operations below both.
 *
 * @example `http://localhost:3000/v1` with `servers: [{ url: /v1 }]` → `http://localhost:3000`
 */
export async function findServerUrl(url: string, settings: ServerUrlSettings): Promise<string> {
  const { document, signal, onNotice } = settings;
  const { base } = document;
  const { origin, pathname } = new URL(url);
  const path = pathname.replace(/\/+$/, '');
  if (base === '' || !path.endsWith(base)) return url;
  const target = createTarget(url, settings.target);
  try {
    if (await hasOperation(target, document, signal)) return url;
  } finally {
    target.close();
  }
  onNotice(`${url} ends with the base path of the document, so ${base} is not added.`);
  return origin + path.slice(0, -base.length);
}

/** Whether an operation without path parameters is at the URL and the base path. */
async function hasOperation(target: Target, { operations, base }: Document, signal: AbortSignal): Promise<boolean> {
  const operation = [...operations.values()].find(({ method, path }) => method === 'GET' && !path.includes('{'));
  if (!operation) return false;
  const request = { headers: [], body: undefined, rawParameters: { path: {}, query: '', headers: {} } };
  const response = await target.send({ ...request, method: 'GET', target: base + operation.path }, {}, signal);
  return !('reason' in response) && response.status !== 404;
}
