// Assets of Swagger UI for the reference page: the only door to swagger-ui-dist.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFolder } from '../../../schema/package-files.ts';
import type { Asset } from '../asset.ts';

const TYPES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'oauth2-redirect.js': 'text/javascript; charset=utf-8',
} as const;

type Name = keyof typeof TYPES;

/** The names of the files that are served, which the build copies. */
export const SWAGGER_UI_FILES = Object.keys(TYPES) as readonly Name[];

/** The published package brings a copy; a clone reads the development dependency. */
const folder = import.meta.url.endsWith('.ts')
  ? dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  : fileURLToPath(codeFolder('swagger-ui/'));
const { version }: { readonly version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** One file of Swagger UI. Its other pages request external hosts, and are not served. */
export function swaggerUi(name: Name): Asset {
  return { path: `/reference/${name}`, type: TYPES[name], version, read: () => readFileSync(join(folder, name)) };
}

/** All of its files that are served. */
export const swaggerUiAssets: readonly Asset[] = SWAGGER_UI_FILES.map(swaggerUi);
