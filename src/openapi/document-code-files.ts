// Source files that determine how documents are read (see `Recipe`).

import { createRequire } from 'node:module';
import { libraryManifests, listCodeFiles, schemaCodeFiles } from '../schema/code-files.ts';
import { once } from '../schema/once.ts';

/** All files of this folder and of `src/schema`, and the manifests of the libraries. */
export const documentCodeFiles = once((): readonly string[] => {
  const { url } = import.meta;
  const swaggerParser = createRequire(url).resolve('@apidevtools/swagger-parser');
  return [
    ...listCodeFiles(url),
    ...schemaCodeFiles(),
    ...libraryManifests(url, '@seriousme/openapi-schema-validator', 'openapi-backend', 'swagger2openapi'),
    ...libraryManifests(swaggerParser, '@apidevtools/swagger-parser', '@apidevtools/json-schema-ref-parser'),
  ];
});
