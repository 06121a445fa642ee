// Ajv keywords for keywords with very many subschemas or values.

import { _, type Ajv, type FuncKeywordDefinition, type KeywordCxt, Name, nil } from 'ajv';
import { not } from 'ajv/dist/compile/codegen/index.js';
import { mergeEvaluated } from 'ajv/dist/compile/util.js';
import { callValidateCode } from 'ajv/dist/vocabularies/code.js';
import { amongst } from '../../../schema/equality.ts';
import { mismatch } from '../mismatch.ts';
import type { Target } from './keywords.ts';
import { WIDE } from './wide.ts';
import { type Surrounding, type WideObject, wideAll, wideChoice, wideList, wideObject } from './wide-targets.ts';

type Check = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>;

/**
 * Adds the keywords of split schemas to an Ajv. `targetOf` returns the target of an id, `schemaOf` its schema if it
 * has one.
 */
export function addWideKeywords(ajv: Ajv, targetOf: (id: string) => Target, schemaOf: (id: string) => unknown): Ajv {
  const context: Surrounding = {
    allErrors: ajv.opts.allErrors === true,
    targetOf: (schema) => (hasReference(schema) ? targetOf(schema.$ref) : (ajv.compile(schema as object) as Target)),
    mismatch: (schema, value, path) => mismatch(schema, value, path, schemaOf),
  };
  const calling = (make: (schema: never) => Target) => (cxt: KeywordCxt) => {
    const target = make(cxt.schema as never);
    callTarget(cxt, cxt.gen.scopeValue('wrapper', { key: target, ref: target }));
  };
  const object = calling((schema: WideObject) => wideObject(schema, context));
  ajv.addKeyword({ keyword: WIDE.object, type: 'object', schemaType: 'object', before: 'properties', code: object });
  const list = calling((schemas: readonly unknown[]) => wideList(schemas, context));
  ajv.addKeyword({ keyword: WIDE.list, type: 'array', schemaType: 'array', before: 'items', code: list });
  const all = calling((schemas: readonly unknown[]) => wideAll(schemas, context));
  ajv.addKeyword({ keyword: WIDE.all, schemaType: 'array', code: all });
  for (const word of ['oneOf', 'anyOf'] as const) {
    const choice = calling((schemas: readonly unknown[]) => wideChoice(word, schemas, context));
    ajv.addKeyword({ keyword: WIDE[word], schemaType: 'array', code: choice });
  }
  ajv.addKeyword({ keyword: WIDE.enum, schemaType: 'array', errors: true, compile: compileLargeEnum });
  return ajv;
}

/**
 * As Ajv's `callRef`; but outside of alternatives, invalid parts count as evaluated too, so that they are not reported
 * twice.
 */
function callTarget(cxt: KeywordCxt, target: Name): void {
  const { gen, it } = cxt;
  const valid = gen.const('valid', callValidateCode(cxt, target, nil, false));
  gen.if(not(valid), () => {
    const [vErrors, errors] = [new Name('vErrors'), new Name('errors')];
    gen.assign(vErrors, _`${vErrors} === null ? ${target}.errors : ${vErrors}.concat(${target}.errors)`);
    gen.assign(errors, _`${vErrors}.length`);
  });
  const mergeEvaluatedKeys = () => {
    for (const kind of ['props', 'items'] as const) {
      if (it[kind] === true) continue;
      const seen = gen.var(kind, _`${target}.evaluated.${new Name(kind)}`);
      it[kind] = mergeEvaluated[kind](gen, seen, it[kind] as never, Name) as never;
    }
  };
  if (it.opts.unevaluated && it.compositeRule) gen.if(valid, mergeEvaluatedKeys);
  else if (it.opts.unevaluated) mergeEvaluatedKeys();
  cxt.ok(valid);
}

function hasReference(schema: unknown): schema is { readonly $ref: string } {
  return typeof schema === 'object' && schema !== null && '$ref' in schema;
}

/** `enum` with very many values. */
function compileLargeEnum(allowedValues: readonly unknown[]): Check {
  const isListed = amongst(allowedValues);
  const check: Check = (value: unknown) => {
    if (isListed(value)) return true;
    check.errors = [
      { keyword: 'enum', params: { allowedValues }, message: 'must be equal to one of the allowed values' },
    ];
    return false;
  };
  return check;
}
