// Files of pages with a version in their URL.

import { createHash } from 'node:crypto';
import type { WireResponse } from '../pipeline/wire.ts';

/** A file of a page. */
export interface Asset {
  readonly path: string;
  /** Its media type. */
  readonly type: string;
  /** Depends on the content. */
  readonly version: string;
  read(): Uint8Array | string;
}

/** An asset with a known text. */
export function textAsset(path: string, type: string, text: string): Asset {
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { path, type: `${type}; charset=utf-8`, version, read: () => text };
}

/**
 * The URL of this version of an asset, which browsers may cache forever.
 *
 * @param at - the path of the page that uses it
 */
export function assetUrl({ path, version }: Asset, at: string): string {
  return `${at}${path}?v=${version}`;
}

/** The response for an asset. Under a URL without its version it must not be cached. */
export function assetResponse(asset: Asset, isVersion: boolean): WireResponse {
  return {
    status: 200,
    headers: {
      'content-type': asset.type,
      'cache-control': isVersion ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
    body: asset.read(),
  };
}
