// Checks a config against its JSON Schema, in sentences with the nearest key.

import type { ValueSchema } from '../../app/settings/setting.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { findNearestName } from '../../schema/nearest-name.ts';

/** A violation, and where it is. */
export interface ConfigProblem {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly message: string;
}

/** The first violation of each part of a value. */
export function configProblems(schema: ValueSchema, value: unknown, pointer = ''): readonly ConfigProblem[] {
  const wanted = requirementOf(schema, value);
  if (wanted !== undefined) {
    const name = pointer === '' ? 'the config' : pointer.slice(1).replaceAll('/', '.');
    return [{ pointer, message: `${name} must be ${wanted}${quotesHint(wanted, value)}` }];
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => configProblems(schema.items ?? {}, item, childPointer(pointer, index)));
  if (!isRecord(value)) return [];
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => ({ pointer, message: `${name} is missing` })),
    ...Object.entries(value).flatMap(([name, item]) => {
      const at = childPointer(pointer, name);
      const property = Object.hasOwn(properties, name) ? properties[name] : others;
      if (property === false) return [{ pointer: at, message: unknownSetting(name, properties) }];
      return configProblems(property ?? {}, item, at);
    }),
  ];
}

function unknownSetting(name: string, properties: Readonly<Record<string, ValueSchema>>): string {
  const { apis } = properties;
  const isOfApi = apis?.items?.properties && Object.hasOwn(apis.items.properties, name);
  if (isOfApi) return `${name} is a setting of an API; write it below apis, as in apis: [{ document: openapi.yaml }]`;
  return unknownKey(name, Object.keys(properties));
}

/** The problem of a key that no setting has, with the nearest one. */
export function unknownKey(name: string, names: readonly string[]): string {
  const meant = findNearestName(name, names);
  return `Unknown setting ${name}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

/** YAML reads a text without quotes as another value. */
function quotesHint(wanted: string, value: unknown): string {
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  return isPlain && wanted.startsWith('a text') ? `; write "${value}" in quotes` : '';
}

/** The requirement that a value violates; undefined for a valid one. Its parts are not checked. */
export function requirementOf(schema: ValueSchema, value: unknown): string | undefined {
  const { type, enum: choices, minimum = -Infinity, maximum = Infinity, minLength = 0, minItems = 0, pattern } = schema;
  if (schema.oneOf) {
    const wanted = schema.oneOf.map((one) => requirementOf(one, value));
    return wanted.includes(undefined) ? undefined : wanted.join(', or ');
  }
  if (choices) return choices.some((choice) => choice === value) ? undefined : `one of ${choices.join(', ')}`;
  switch (type) {
    case 'object':
      return isRecord(value) ? undefined : 'an object';
    case 'array':
      return Array.isArray(value) && value.length >= minItems
        ? undefined
        : minItems > 0
          ? 'a list with at least one item'
          : 'a list';
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false';
    case 'integer':
      return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
        ? undefined
        : `a whole number from ${minimum} to ${maximum}`;
    case 'string':
      if (typeof value !== 'string') return 'a text';
      if (value.length < minLength) return 'a non-empty string';
      return pattern === undefined || new RegExp(pattern).test(value)
        ? undefined
        : `a text of lower-case letters, digits and -`;
    default:
      return undefined;
  }
}
