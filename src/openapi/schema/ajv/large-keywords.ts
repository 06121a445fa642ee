// Ajv keywords for keywords with very many subschemas or values.

import { _, type Ajv, type FuncKeywordDefinition, type KeywordCxt, Name, nil } from 'ajv';
import { not } from 'ajv/dist/compile/codegen/index.js';
import { mergeEvaluated } from 'ajv/dist/compile/util.js';
import { callValidateCode } from 'ajv/dist/vocabularies/code.js';
import { createMembershipTest } from '../../../schema/equality.ts';
import { findQuickViolation } from '../quick-violation.ts';
import type { ValidationTarget } from './keywords.ts';
import {
  createLargeAllTarget,
  createLargeChoiceTarget,
  createLargeListTarget,
  createLargeObjectTarget,
  type LargeKeywordContext,
  type LargeObject,
} from './large-targets.ts';
import { LARGE_KEYWORDS } from './split-large-keywords.ts';

type Check = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>;

/**
 * Adds the keywords of split schemas to an Ajv. `targetOf` returns the target of an id, `schemaOf` its schema if it
 * has one.
 */
export function addLargeKeywords(
  ajv: Ajv,
  targetOf: (id: string) => ValidationTarget,
  schemaOf: (id: string) => unknown,
): Ajv {
  const context: LargeKeywordContext = {
    allErrors: ajv.opts.allErrors === true,
    targetOf: (schema) =>
      hasReference(schema) ? targetOf(schema.$ref) : (ajv.compile(schema as object) as ValidationTarget),
    findQuickViolation: (schema, value, path) => findQuickViolation(schema, value, path, schemaOf),
  };
  const calling = (make: (schema: never) => ValidationTarget) => (cxt: KeywordCxt) => {
    const target = make(cxt.schema as never);
    callTarget(cxt, cxt.gen.scopeValue('wrapper', { key: target, ref: target }));
  };
  const object = calling((schema: LargeObject) => createLargeObjectTarget(schema, context));
  ajv.addKeyword({
    keyword: LARGE_KEYWORDS.object,
    type: 'object',
    schemaType: 'object',
    before: 'properties',
    code: object,
  });
  const list = calling((schemas: readonly unknown[]) => createLargeListTarget(schemas, context));
  ajv.addKeyword({ keyword: LARGE_KEYWORDS.list, type: 'array', schemaType: 'array', before: 'items', code: list });
  const all = calling((schemas: readonly unknown[]) => createLargeAllTarget(schemas, context));
  ajv.addKeyword({ keyword: LARGE_KEYWORDS.all, schemaType: 'array', code: all });
  for (const word of ['oneOf', 'anyOf'] as const) {
    const choice = calling((schemas: readonly unknown[]) => createLargeChoiceTarget(word, schemas, context));
    ajv.addKeyword({ keyword: LARGE_KEYWORDS[word], schemaType: 'array', code: choice });
  }
  ajv.addKeyword({ keyword: LARGE_KEYWORDS.enum, schemaType: 'array', errors: true, compile: compileLargeEnum });
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
  const isListed = createMembershipTest(allowedValues);
  const check: Check = (value: unknown) => {
    if (isListed(value)) return true;
    check.errors = [
      { keyword: 'enum', params: { allowedValues }, message: 'must be equal to one of the allowed values' },
    ];
    return false;
  };
  return check;
}
