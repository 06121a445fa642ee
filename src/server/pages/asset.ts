// Files of pages with a version in their URL.

import { createHash } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/** A file of a page, by its URL. */
export interface VersionedFile {
  readonly path: string;
  /** Depends on the content. */
  readonly version: string;
}

/** A file with a known text. */
export interface Asset extends VersionedFile {
  /** Its media type. */
  readonly type: string;
  readonly text: string;
}

export function textAsset(path: string, type: string, text: string): Asset {
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { path, type, version, text };
}

/**
 * The URL of this version of an asset, which browsers may cache forever.
 *
 * @param at - the path of the page that uses it
 */
export function assetUrl({ path, version }: VersionedFile, at: string): string {
  return `${at}${path}?v=${version}`;
}

/** Lets browsers cache a file forever under the URL with its version. */
export function cacheAs(version: string): RequestHandler {
  return ({ query }, response, next) => {
    if (query.v === version) cacheForever(response);
    next();
  };
}

export function cacheForever(response: Response): void {
  response.set('cache-control', 'public, max-age=31536000, immutable');
}
