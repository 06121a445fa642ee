// Files of Swagger UI for the reference page: the only door to swagger-ui-dist.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeFolder } from '../../../schema/package-files.ts';
import type { VersionedFile } from '../asset.ts';
import type { SWAGGER_UI_FILES } from '../page-paths.ts';

/** The folder with the files. The published package brings a copy; a clone reads the development dependency. */
export const swaggerUiFolder = import.meta.url.endsWith('.ts')
  ? dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  : fileURLToPath(codeFolder('swagger-ui/'));

const manifest: { readonly version: string } = JSON.parse(readFileSync(join(swaggerUiFolder, 'package.json'), 'utf8'));
export const swaggerUiVersion = manifest.version;

/** One of the files that are served. */
export function swaggerUi(name: (typeof SWAGGER_UI_FILES)[number]): VersionedFile {
  return { path: `/reference/${name}`, version: swaggerUiVersion };
}
