// Files of pages: style sheets, scripts, pictures, with a version in their URL.

import { createHash } from 'node:crypto';
import type { WireResponse } from '../pipeline/wire.ts';

/** A file of a page. */
export interface Asset {
  readonly path: string;
  /** Its media type. */
  readonly type: string;
  /** Another one when the file holds something else. */
  readonly version: string;
  read(): Uint8Array | string;
}

/** An asset whose text is known. */
export function textAsset(path: string, type: string, text: string): Asset {
  const version = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { path, type: `${type}; charset=utf-8`, version, read: () => text };
}

/**
 * The address of this version of an asset: a browser may keep for ever what it finds there.
 *
 * @param at - the path below which the page is that needs it
 */
export function addressOf({ path, version }: Asset, at: string): string {
  return `${at}${path}?v=${version}`;
}

/** The answer to a request for an asset. Under another address than that of its version it must not be kept. */
export function answerAsset(asset: Asset, isVersion: boolean): WireResponse {
  return {
    status: 200,
    headers: {
      'content-type': asset.type,
      'cache-control': isVersion ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
    body: asset.read(),
  };
}
