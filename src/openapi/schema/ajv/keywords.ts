// Ajv keywords that replace or extend its own.

import { _, type Ajv, type ErrorObject, type KeywordCxt, Name, type SchemaValidateFunction } from 'ajv';
import { callRef } from 'ajv/dist/vocabularies/core/ref.js';
import { addEquality } from '../../../schema/equality.ts';
import { parseJson } from '../../../schema/json/parse-json.ts';
import { addNumberKeywords } from '../../../schema/number-keywords.ts';
import { addFormats } from '../../../schema/schema-formats.ts';

/** The target of a reference, as generated code calls it. */
export interface ValidationTarget {
  (value: unknown, context?: ValidationContext): boolean;
  errors?: Partial<ErrorObject>[] | null | undefined;
  evaluated?: unknown;
  /** Compiles it ahead of its first use. */
  compile?: (() => void) | undefined;
}

/** The context that Ajv passes to a validation function. */
export interface ValidationContext {
  readonly instancePath: string;
  readonly parentData: unknown;
  readonly parentDataProperty: string | number;
  readonly rootData: unknown;
  readonly dynamicAnchors: Readonly<Record<string, ValidationTarget>>;
}

/** The key of an anchor in `dynamicAnchors`, which never collides with inherited properties. */
export function anchorKey(name: string): string {
  return `#${name}`;
}

/** Adds our keywords to an Ajv. `targetOf` returns the target of a `$ref` id, which is compiled on first use. */
export function addKeywords(ajv: Ajv, targetOf: (id: string) => ValidationTarget): Ajv {
  addEquality(addFormats(addNumberKeywords(ajv)));
  ajv.removeKeyword('$ref');
  ajv.addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    code: (cxt: KeywordCxt) => {
      const target = targetOf(cxt.schema);
      callRef(cxt, cxt.gen.scopeValue('wrapper', { key: target, ref: target }));
    },
  });
  ajv.addKeyword({
    keyword: 'dynamic',
    schemaType: 'array',
    code: (cxt: KeywordCxt) => {
      const [name, id] = cxt.schema as readonly [string, string];
      const target = targetOf(id);
      const fallback = cxt.gen.scopeValue('wrapper', { key: target, ref: target });
      const anchors = new Name('dynamicAnchors');
      callRef(cxt, cxt.gen.const('target', _`${anchors}[${anchorKey(name)}] || ${fallback}`));
    },
  });
  ajv.addKeyword({
    keyword: 'jsonContent',
    type: 'string',
    schemaType: 'string',
    code: (cxt: KeywordCxt) => {
      const target = createJsonTextTarget(cxt.schema === '' ? undefined : targetOf(cxt.schema));
      callRef(cxt, cxt.gen.scopeValue('wrapper', { key: target, ref: target }));
    },
  });
  mendUnevaluatedItems(ajv);
  ajv.addKeyword({ keyword: 'textOrBytes', schemaType: 'boolean', validate: isTextOrBytes });
  ajv.addKeyword({ keyword: 'orNull', schemaType: 'object', code: checkUnlessNull });
  ajv.addKeyword({ keyword: 'hidden', schemaType: 'boolean', validate: isHidden });
  ajv.addKeyword({ keyword: 'requiredOwn', type: 'object', schemaType: 'array', validate: hasOwn });
  return ajv;
}

/** Validates the value in a JSON text. @param content - of its schema; undefined for any value */
function createJsonTextTarget(content: ValidationTarget | undefined): ValidationTarget {
  const target: ValidationTarget = (text, context) => {
    target.evaluated = {};
    let value: unknown;
    try {
      value = parseJson(text as string);
    } catch {
      const { instancePath = '' } = context ?? {};
      target.errors = [{ keyword: 'contentMediaType', instancePath, params: {}, message: 'must be JSON' }];
      return false;
    }
    const valid = content?.(value, context) ?? true;
    target.errors = content?.errors;
    return valid;
  };
  target.compile = content?.compile;
  return target;
}

/** Fixes `unevaluatedItems`: Ajv 8.20 treats `true` (all items) and undefined (none) as numbers in dynamic cases. */
function mendUnevaluatedItems(ajv: Ajv): void {
  const known = ajv.getKeyword('unevaluatedItems');
  if (typeof known !== 'object' || !('code' in known)) return;
  ajv.removeKeyword('unevaluatedItems');
  ajv.addKeyword({
    ...known,
    code(cxt: KeywordCxt, rule?: string) {
      const { gen, it } = cxt;
      if (it.items instanceof Name) it.items = gen.const('seen', _`${it.items} === true ? Infinity : ${it.items} || 0`);
      known.code(cxt, rule);
    },
  });
}

/** The schema applies to all values but null. */
function checkUnlessNull(cxt: KeywordCxt): void {
  const { gen, data } = cxt;
  const valid = gen.let('valid', true);
  gen.if(_`${data} !== null`, () => {
    gen.assign(valid, false);
    const inner = gen.name('inner');
    cxt.subschema({ keyword: 'orNull' }, inner);
    gen.assign(valid, inner);
  });
  cxt.ok(valid);
}

const isHidden: SchemaValidateFunction = () => {
  isHidden.errors = [{ keyword: 'writeOnly', params: {}, message: 'is writeOnly and must not be in a response' }];
  return false;
};

/** A binary value is a string in JSON and bytes elsewhere. */
const isTextOrBytes: SchemaValidateFunction = (_schema: true, value: unknown) => {
  isTextOrBytes.errors = [{ keyword: 'type', params: { type: 'string' }, message: 'must be string' }];
  return typeof value === 'string' || value instanceof Uint8Array || value instanceof Blob;
};

/** `required` for names that every object inherits. */
const hasOwn: SchemaValidateFunction = (names: readonly string[], value: object) => {
  const missing = names.filter((name) => !Object.hasOwn(value, name));
  hasOwn.errors = missing.map((missingProperty) => ({
    keyword: 'required',
    params: { missingProperty },
    message: `must have required property '${missingProperty}'`,
  }));
  return missing.length === 0;
};
