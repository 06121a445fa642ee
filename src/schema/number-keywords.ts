// Ajv keywords for numbers, which may be a `bigint`.

import { _, type Ajv, type Code, type KeywordCxt, type Name, str } from 'ajv';
import { checkDataTypes, DataType } from 'ajv/dist/compile/validate/dataType.js';
import { compareNumbers, isInteger, type JsonNumber } from './json/exact-number.ts';
import { isMultiple } from './json/multiple.ts';

/**
 * The keyword instead of `type` for numbers: that of Ajv is no keyword that can be replaced, and rejects a `bigint`.
 * Its errors have the keyword `type`.
 */
export const NUMERIC_TYPE = 'numericType';

const LIMITS = [
  ['maximum', _`<=`],
  ['minimum', _`>=`],
  ['exclusiveMaximum', _`<`],
  ['exclusiveMinimum', _`>`],
] as const;

/** Replaces the keywords for numbers. Their values may be a `bigint`, too. */
export function addNumberKeywords<A extends Ajv>(ajv: A): A {
  for (const [keyword, comparison] of LIMITS) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      error: {
        message: (cxt) => str`must be ${comparison.toString()} ${valueCode(cxt as KeywordCxt)}`,
        params: (cxt) => _`{comparison: ${comparison.toString()}, limit: ${valueCode(cxt as KeywordCxt)}}`,
      },
      code(cxt) {
        const { data, gen } = cxt;
        const limit = valueCode(cxt);
        // Only large integers have two kinds of numbers, which JavaScript compares by their binary values.
        const compare = gen.scopeValue('func', { key: compareNumbers, ref: compareNumbers });
        const isLarge = !Number.isSafeInteger(cxt.schema) && isInteger(cxt.schema);
        const isWithin = isLarge ? _`${compare}(${data}, ${limit}) ${comparison} 0` : _`${data} ${comparison} ${limit}`;
        cxt.fail(_`${isNumberCode(data)} && !(${isWithin})`);
      },
    });
  }
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf',
    error: {
      message: (cxt) => str`must be multiple of ${valueCode(cxt as KeywordCxt)}`,
      params: (cxt) => _`{multipleOf: ${valueCode(cxt as KeywordCxt)}}`,
    },
    code(cxt) {
      const check = cxt.gen.scopeValue('func', { key: isMultiple, ref: isMultiple });
      cxt.fail(_`${isNumberCode(cxt.data)} && !${check}(${cxt.data}, ${valueCode(cxt)})`);
    },
  });
  ajv.addKeyword({
    keyword: NUMERIC_TYPE,
    before: 'not',
    error: {
      message: ({ schema }) => str`must be ${[schema].flat().join()}`,
      params: ({ schema, schemaValue }) => _`{type: ${typeof schema === 'string' ? schema : schemaValue}}`,
    },
    code(cxt) {
      const { data, it } = cxt;
      const isOther = checkDataTypes([cxt.schema].flat(), data, it.opts.strictNumbers, DataType.Wrong);
      Object.assign(cxt, { keyword: 'type' });
      cxt.fail(_`(${isOther}) && typeof ${data} != "bigint"`);
    },
  });
  return ajv;
}

/** Code that tests whether data is a number of either kind. */
export function isNumberCode(data: Name): Code {
  return _`(typeof ${data} == "number" || typeof ${data} == "bigint")`;
}

/** Code for the value of a keyword. */
function valueCode({ schema, gen }: Pick<KeywordCxt, 'schema' | 'gen'>): Code | number {
  const value = schema as JsonNumber;
  return typeof value === 'number' ? value : gen.scopeValue('obj', { key: value, ref: value });
}
