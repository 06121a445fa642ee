// Source files that determine how documents are read (see `Recipe`).

import { createRequire } from 'node:module';
import { libraryManifests, listCodeFiles, schemaCodeFiles } from '../schema/code-files.ts';
import { once } from '../schema/once.ts';
import { BACKEND_FILE } from './schema/ajv/backend-schemas.ts';

/** All files of this folder and of `src/schema`, and the manifests of the libraries. */
export const documentCodeFiles = once((): readonly string[] => {
  const { url } = import.meta;
  return [
    ...listCodeFiles(url),
    ...schemaCodeFiles(),
    ...libraryManifests(url, '@seriousme/openapi-schema-validator'),
    BACKEND_FILE,
    ...(url.endsWith('.ts') ? bundledManifests(url) : []),
  ];
});

/** In the package, these libraries are among the files of the folder. */
function bundledManifests(url: string): readonly string[] {
  const swaggerParser = createRequire(url).resolve('@apidevtools/swagger-parser');
  return [
    ...libraryManifests(url, 'openapi-backend', 'swagger2openapi'),
    ...libraryManifests(swaggerParser, '@apidevtools/swagger-parser', '@apidevtools/json-schema-ref-parser'),
  ];
}
