// Compilation of document schemas with one Ajv setting. A schema is compiled on first use.

import type { Ajv, ValidateFunction } from 'ajv';
import { createPattern } from '../../../schema/pattern.ts';
import type { SchemaId, SchemaSources } from '../schema-sources.ts';
import type { Dialect } from './dialect.ts';
import { classOf, metaSchema } from './dialect-classes.ts';
import { addKeywords, type Target } from './keywords.ts';
import { rewrite } from './rewrite.ts';
import { chosenTarget, createRun, createTarget, type Run, withAnchors } from './target.ts';
import { addWideKeywords } from './wide-keywords.ts';

export interface SchemaCompiler {
  /** The current validation run. */
  readonly run: Run;
  /** The Ajv of a dialect. Its `$ref`s are schema ids. */
  ajvFor(dialect: Dialect): Ajv;
  /** The validator of an id. */
  targetOf(id: string): Target;
}

export function createSchemaCompiler(sources: SchemaSources, allErrors: boolean): SchemaCompiler {
  const run = createRun();
  const targets = new Map<string, Target>();
  const ajvs = new Map<Dialect, Ajv>();
  const schemaCache = new Map<string, unknown>();

  const ajvFor = (dialect: Dialect): Ajv => {
    const ajv =
      ajvs.get(dialect) ?? addWideKeywords(addKeywords(createAjv(dialect, allErrors), targetOf), targetOf, schemaOf);
    ajvs.set(dialect, ajv);
    return ajv;
  };
  const targetOf = (id: string): Target => {
    const target = targets.get(id) ?? makeTarget(id);
    targets.set(id, target);
    return target;
  };
  const makeTarget = (text: string): Target => {
    const meta = metaSchema(text);
    if (meta) return meta as Target;
    const id = sources.read(text);
    const { direction, pointer } = id;
    if (id.role === 'choice') {
      const at = (chosen = pointer) =>
        targetOf(sources.id({ direction, role: chosen === pointer ? 'alone' : 'schema', pointer: chosen }));
      return chosenTarget(sources.choice(pointer), at);
    }
    const target = createTarget(() => compile(id), run);
    const { dynamicAnchors } = sources.resourceAt(pointer);
    if (dynamicAnchors.size === 0) return target;
    return withAnchors(target, () =>
      [...dynamicAnchors].map(([name, at]) => [name, targetOf(sources.id({ direction, role: 'schema', pointer: at }))]),
    );
  };
  /** The rewritten schema of an id; undefined if it depends on the value or on dynamic anchors. */
  const schemaOf = (text: string): unknown => {
    if (schemaCache.has(text)) return schemaCache.get(text);
    const id = metaSchema(text) ? undefined : sources.read(text);
    const isPlain = id && id.role !== 'choice' && sources.resourceAt(id.pointer).dynamicAnchors.size === 0;
    const schema = isPlain ? rewriteById(id) : undefined;
    schemaCache.set(text, schema);
    return schema;
  };
  const rewriteById = (id: SchemaId) => {
    const { dialect } = sources.resourceAt(id.pointer);
    return dialect && rewrite(sources.valueAt(id.pointer), id.pointer, sources.surroundings(id, dialect));
  };
  const compile = (id: SchemaId): ValidateFunction => {
    const { pointer } = id;
    const { dialect } = sources.resourceAt(pointer);
    if (dialect === undefined) {
      sources.tellDialect(pointer);
      return ajvFor('2020-12').compile(true);
    }
    const ajv = ajvFor(dialect);
    const schema = rewrite(sources.valueAt(pointer), pointer, sources.surroundings(id, dialect));
    try {
      return ajv.compile(schema);
    } catch (error) {
      sources.tell(pointer, `cannot be compiled; any value is accepted: ${(error as Error).message}`, 'not-compiled');
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
  return new (classOf(dialect))(options);
}
