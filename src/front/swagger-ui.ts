// The files of Swagger UI that the reference needs: the only door to swagger-ui-dist.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Asset } from './asset.ts';

const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'oauth2-redirect.js': 'text/javascript; charset=utf-8',
} as const;

const require = createRequire(import.meta.url);
const MANIFEST = 'swagger-ui-dist/package.json';
const { version }: { readonly version: string } = require(MANIFEST);
const folder = dirname(require.resolve(MANIFEST));

/** One file of Swagger UI. The package also brings pages that ask other hosts; those are not served. */
export function swaggerUi(name: keyof typeof FILES): Asset {
  return { path: `/reference/${name}`, type: FILES[name], version, read: () => readFileSync(join(folder, name)) };
}

/** All of its files that are served. */
export const swaggerUiAssets: readonly Asset[] = (Object.keys(FILES) as (keyof typeof FILES)[]).map(swaggerUi);
