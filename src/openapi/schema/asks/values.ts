// Constraints on single values: type, enum, pattern, format, multipleOf and uniqueItems.

import { canonical } from '../../../schema/equality.ts';
import { formatOf } from '../../../schema/formats.ts';
import { isMultiple } from '../../../schema/multiple.ts';
import { createPattern } from '../../../schema/pattern.ts';
import { type Ask, type Asking, BOTH, NOTHING, shown } from './ask.ts';

export function* valueAsks({ schema, dialect, isText }: Asking): Generator<Ask> {
  const { type, enum: values, pattern, format, multipleOf, uniqueItems } = schema;
  const isNullable = dialect === 'openapi-3.0' && schema.nullable === true;
  const types = [type].flat().filter((one) => typeof one === 'string');
  if (types.length > 0) {
    // Text can be read as any of these types.
    const isOpen = isText && types.some((one) => ['string', 'array', 'object'].includes(one));
    const all = isNullable ? [...types, 'null'] : types;
    yield {
      name: `type ${all.join(' or ')}`,
      shows: isOpen ? ['satisfied'] : BOTH,
      of: (value) => shown(all.some((one) => hasType(one, value))),
    };
  }
  const listed = Array.isArray(values) && values.length > 0 ? values : undefined;
  if (listed) yield valuesConstraint('enum', isNullable ? [...listed, null] : listed);
  if (Object.hasOwn(schema, 'const')) yield valuesConstraint('const', [schema.const]);
  if (typeof pattern === 'string') {
    const expression = createPattern(pattern);
    if (expression.notEnforced === undefined)
      yield {
        name: `pattern ${pattern.length > MAX_PATTERN_LENGTH ? `${pattern.slice(0, MAX_PATTERN_LENGTH)}…` : pattern}`,
        shows: BOTH,
        of: (value) => (typeof value === 'string' ? shown(expression.test(value)) : NOTHING),
      };
  }
  if (typeof format === 'string') yield* formatConstraints(format);
  if (typeof multipleOf === 'number' && multipleOf > 0)
    yield {
      name: `multipleOf ${multipleOf}`,
      shows: BOTH,
      of: (value) => (typeof value === 'number' ? shown(isMultiple(value, multipleOf)) : NOTHING),
    };
  if (uniqueItems === true)
    yield {
      name: 'uniqueItems',
      shows: BOTH,
      of: (value) => (Array.isArray(value) ? shown(new Set(value.map(canonical)).size === value.length) : NOTHING),
    };
}

/** Maximum characters of a pattern in a name. */
const MAX_PATTERN_LENGTH = 40;

function valuesConstraint(name: string, values: readonly unknown[]): Ask {
  const known = new Set(values.map(canonical));
  return { name, shows: BOTH, of: (value) => shown(known.has(canonical(value))) };
}

function* formatConstraints(name: string): Generator<Ask> {
  const { text, number } = formatOf(name) ?? {};
  // Some formats accept every number.
  const checksNumbers = number !== undefined && !number(Number.NaN);
  if (!text && !checksNumbers) return;
  yield {
    name: `format ${name}`,
    shows: BOTH,
    of(value) {
      if (typeof value === 'string' && text) return shown(text(value));
      return typeof value === 'number' && number && checksNumbers ? shown(number(value)) : NOTHING;
    },
  };
}

/** Bytes have the type string in bodies that are not JSON. */
function hasType(type: unknown, value: unknown): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (ArrayBuffer.isView(value) || value instanceof Blob) return type === 'string';
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
