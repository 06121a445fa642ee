// Generates types of discriminators: each schema with the values that choose it.

import type { Part } from '../openapi/references.ts';
import type { DiscriminatorChoice } from '../openapi/schema/discriminator.ts';
import type { AnySchema } from './schema-parts.ts';
import type { SchemaReader } from './schema-reader.ts';
import { allOf, anyOf, literal, shortObjectOf, type TypeText } from './type-text.ts';

/** The schemas that a discriminator chooses among because they extend the one that has it. */
export function extensionsIn(reading: SchemaReader, base: Part<AnySchema>): readonly Part<AnySchema>[] {
  const choice = reading.choice(base);
  if (!choice || choice.isAmongBranches) return [];
  const places = new Set(choice.byValue.values());
  places.delete(base.pointer);
  return [...places].flatMap((pointer) => reading.at(pointer) ?? []);
}

/** Whether a reference here extends its target: then the choice has been made, and it is the extending schema. */
export function isExtension({ pointer }: Part<AnySchema>): boolean {
  return /^\/components\/schemas\/[^/]*\/allOf\/[^/]*$/.test(pointer);
}

/** The type of a schema with its discriminator values; unchanged if its property declares them. */
export function withDiscriminatorValues(
  reading: SchemaReader,
  choice: DiscriminatorChoice,
  chosen: Part<AnySchema>,
  type: TypeText,
): TypeText {
  const values = [...choice.byValue].filter(([, pointer]) => pointer === chosen.pointer).map(([value]) => value);
  const property = reading.property(chosen, choice.property);
  const isLimited = property && ['const', 'enum'].some((word) => reading.says(property, word as 'const') !== undefined);
  // Values that select no schema select the default one.
  if (values.length === 0 || isLimited || chosen.pointer === choice.defaultSchema) return type;
  return allOf([type, shortObjectOf([{ name: choice.property, type: anyOf(values.map(literal)) }])]);
}
