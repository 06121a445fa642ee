// What compiles schemas, by their dialects, each loaded when it is asked for.

import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import { lazy } from '../../lazy.ts';
import type { Dialect } from './dialect.ts';

const require = createRequire(import.meta.url);
// Loaded for documents with schemas in these dialects, which those of OpenAPI 3.0 are not.
const ajv2019 = lazy(() => (require('ajv/dist/2019.js') as typeof import('ajv/dist/2019.js')).Ajv2019);
const ajv2020 = lazy(() => (require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')).Ajv2020);

/** The class that compiles schemas of a dialect. */
export function classOf(dialect: Dialect): typeof Ajv {
  if (dialect === '2020-12') return ajv2020();
  return dialect === '2019-09' ? ajv2019() : Ajv;
}

const metaSchemas = [ajv2020, ajv2019, () => Ajv].map((load) =>
  lazy(() => new (load())({ strict: false, logger: false })),
);

/** The validator of a published schema of JSON Schema itself; undefined when the address is of none. */
export function metaSchema(address: string): ValidateFunction | undefined {
  if (!/^https?:\/\/json-schema\.org\//.test(address)) return undefined;
  return metaSchemas.map((ajv) => ajv().getSchema(address)).find((found) => found !== undefined);
}
