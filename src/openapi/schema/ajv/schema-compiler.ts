// Compilation of document schemas with one Ajv setting. A schema is compiled on first use.

import type { Ajv, ValidateFunction } from 'ajv';
import { createPattern } from '../../../schema/pattern.ts';
import type { SchemaId, SchemaSources } from '../schema-sources.ts';
import { ajvClassOf, type Dialect, findMetaSchema } from './dialect.ts';
import { addKeywords, type ValidationTarget } from './keywords.ts';
import { addLargeKeywords } from './large-keywords.ts';
import { rewriteSchema } from './rewrite-schema.ts';
import {
  createDiscriminatorTarget,
  createValidationRun,
  createValidationTarget,
  type ValidationRun,
  withDynamicAnchors,
} from './validation-target.ts';

interface SchemaCompiler {
  /** The current validation run. */
  readonly run: ValidationRun;
  /** The Ajv of a dialect. Its `$ref`s are schema ids. */
  ajvFor(dialect: Dialect): Ajv;
  /** The validator of an id. */
  targetOf(id: string): ValidationTarget;
}

export function createSchemaCompiler(sources: SchemaSources, allErrors: boolean): SchemaCompiler {
  const run = createValidationRun();
  const targets = new Map<string, ValidationTarget>();
  const ajvs = new Map<Dialect, Ajv>();
  const schemaCache = new Map<string, unknown>();

  const ajvFor = (dialect: Dialect): Ajv => {
    const ajv =
      ajvs.get(dialect) ?? addLargeKeywords(addKeywords(createAjv(dialect, allErrors), targetOf), targetOf, schemaOf);
    ajvs.set(dialect, ajv);
    return ajv;
  };
  const targetOf = (id: string): ValidationTarget => {
    const target = targets.get(id) ?? makeTarget(id);
    targets.set(id, target);
    return target;
  };
  const makeTarget = (text: string): ValidationTarget => {
    const meta = findMetaSchema(text);
    if (meta) return meta as ValidationTarget;
    const id = sources.read(text);
    const { direction, pointer } = id;
    if (id.role === 'choice') {
      const at = (chosen = pointer) =>
        targetOf(sources.id({ direction, role: chosen === pointer ? 'alone' : 'schema', pointer: chosen }));
      return createDiscriminatorTarget(sources.choice(pointer), at);
    }
    const target = createValidationTarget(() => compile(id), run);
    const { dynamicAnchors } = sources.resourceAt(pointer);
    if (dynamicAnchors.size === 0) return target;
    return withDynamicAnchors(target, () =>
      [...dynamicAnchors].map(([name, at]) => [name, targetOf(sources.id({ direction, role: 'schema', pointer: at }))]),
    );
  };
  /** The rewritten schema of an id; undefined if it depends on the value or on dynamic anchors. */
  const schemaOf = (text: string): unknown => {
    if (schemaCache.has(text)) return schemaCache.get(text);
    const id = findMetaSchema(text) ? undefined : sources.read(text);
    const isPlain = id && id.role !== 'choice' && sources.resourceAt(id.pointer).dynamicAnchors.size === 0;
    const schema = isPlain ? rewriteById(id) : undefined;
    schemaCache.set(text, schema);
    return schema;
  };
  const rewriteById = (id: SchemaId) => {
    const { dialect } = sources.resourceAt(id.pointer);
    return dialect && rewriteSchema(sources.valueAt(id.pointer), id.pointer, sources.rewriteContext(id, dialect));
  };
  const compile = (id: SchemaId): ValidateFunction => {
    const { pointer } = id;
    const { dialect } = sources.resourceAt(pointer);
    if (dialect === undefined) {
      sources.reportUnknownDialect(pointer);
      return ajvFor('2020-12').compile(true);
    }
    const ajv = ajvFor(dialect);
    const schema = rewriteSchema(sources.valueAt(pointer), pointer, sources.rewriteContext(id, dialect));
    try {
      return ajv.compile(schema);
    } catch (error) {
      sources.reportUnenforced(
        pointer,
        `cannot be compiled; any value is accepted: ${(error as Error).message}`,
        'not-compiled',
      );
      return ajv.compile(true);
    } finally {
      // The schema is found by its id; Ajv's own cache would only grow.
      if (typeof schema === 'object') ajv.removeSchema(schema);
    }
  };
  return { run, ajvFor, targetOf };
}

function createAjv(dialect: Dialect, allErrors: boolean): Ajv {
  const options = {
    allErrors,
    strict: false,
    // A number beyond the range of JavaScript is read as infinite, and cannot be stored or returned.
    strictNumbers: true,
    logger: false,
    verbose: true,
    addUsedSchema: false,
    meta: false,
    // Unsupported keywords have been omitted.
    validateSchema: false,
    // Optimized code is not faster, and takes twice as long to generate.
    code: { regExp: Object.assign(createPattern, { code: 'createPattern' }), optimize: false },
  } as const;
  return new (ajvClassOf(dialect))(options);
}
