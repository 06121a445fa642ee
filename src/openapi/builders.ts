// The files of code by which documents are read, see `Recipe`.

import { createRequire } from 'node:module';
import { codeBeside, schemaBuilders, versionsOf } from '../schema/builders.ts';
import { once } from '../schema/once.ts';

/** What decides what a document is read as, and what is found in it: all of this room and of that of schemas, and the libraries. */
export const documentBuilders = once((): readonly string[] => {
  const { url } = import.meta;
  const swaggerParser = createRequire(url).resolve('@apidevtools/swagger-parser');
  return [
    ...codeBeside(url),
    ...schemaBuilders(),
    ...versionsOf(url, '@seriousme/openapi-schema-validator', 'openapi-backend', 'swagger2openapi'),
    ...versionsOf(swaggerParser, '@apidevtools/swagger-parser', '@apidevtools/json-schema-ref-parser'),
  ];
});
