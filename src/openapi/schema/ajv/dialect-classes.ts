// Ajv classes by dialect, loaded on first use.

import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import { once } from '../../../schema/once.ts';
import type { Dialect } from './dialect.ts';

const require = createRequire(import.meta.url);
// OpenAPI 3.0 documents do not need these.
const ajv2019 = once(() => (require('ajv/dist/2019.js') as typeof import('ajv/dist/2019.js')).Ajv2019);
const ajv2020 = once(() => (require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')).Ajv2020);

/** The Ajv class of a dialect. */
export function ajvClassOf(dialect: Dialect): typeof Ajv {
  if (dialect === '2020-12') return ajv2020();
  return dialect === '2019-09' ? ajv2019() : Ajv;
}

const metaSchemas = [ajv2020, ajv2019, () => Ajv].map((load) =>
  once(() => new (load())({ strict: false, logger: false })),
);

/** The validator of a JSON Schema meta-schema; undefined for other addresses. */
export function findMetaSchema(address: string): ValidateFunction | undefined {
  if (!/^https?:\/\/json-schema\.org\//.test(address)) return undefined;
  return metaSchemas.map((ajv) => ajv().getSchema(address)).find((found) => found !== undefined);
}
