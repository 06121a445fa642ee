// Schemas of OpenAPI documents as types and tables.

import { cell, code } from './write.ts';

/** The part of a schema that the documents of this repository use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly nullable?: boolean;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The heads of the tables of `propertyRows`. */
export const PROPERTY_HEADS = ['property', 'type', 'required', 'description'];

/** @param link - where a named schema is described */
export function typeOf(schema: Schema, link: (name: string) => string): string {
  const { $ref, type, items, additionalProperties, format, nullable } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return `[${name}](${link(name)})`;
  }
  if (nullable) return `${typeOf({ ...schema, nullable: false }, link)} or null`;
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  const some = schema.oneOf ?? schema.anyOf;
  if (some) return [...new Set(some.map((one) => typeOf(one, link)))].join(' or ');
  if (schema.allOf) return [...new Set(schema.allOf.map((one) => typeOf(one, link)))].join(' and ');
  if (type === 'array') return items ? `array of ${typeOf(items, link)}` : 'array';
  if (typeof additionalProperties === 'object' && !schema.properties)
    return `object with values of ${typeOf(additionalProperties, link)}`;
  const name = type === undefined ? 'any' : [type].flat().join(' or ');
  return format === undefined ? `${name}${range(schema)}` : `${name} (${format})`;
}

function range({ minimum, maximum, minLength, maxLength }: Schema): string {
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength];
  const unit = minLength === undefined && maxLength === undefined ? '' : ' characters';
  if (least === 1 && most === undefined && unit !== '') return '';
  if (least !== undefined && most !== undefined) return ` (${least} to ${most}${unit})`;
  if (most !== undefined) return ` (at most ${most}${unit})`;
  return least === undefined ? '' : ` (at least ${least}${unit})`;
}

/** A row for each property, those of nested objects with their path. */
export function propertyRows(schema: Schema, link: (name: string) => string, above = ''): readonly string[][] {
  const parts = [schema, ...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).flatMap(([name, property]) => {
      const path = `${above}${name}`;
      const note = property.default === undefined ? '' : ` Default: ${code(JSON.stringify(property.default))}.`;
      const row = [
        code(path),
        typeOf(property, link),
        required.includes(name) ? 'yes' : '',
        cell(property.description ?? '') + note,
      ];
      const nested = property.type === 'array' ? propertyRows(property.items ?? {}, link, `${path}[].`) : [];
      return [row, ...nested, ...(property.type === 'array' ? [] : propertyRows(property, link, `${path}.`))];
    }),
  );
}
