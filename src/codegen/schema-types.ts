// Generates TypeScript for schemas.

import type { Part } from '../openapi/references.ts';
import { type Direction, leftOut, optionalProperties } from './direction.ts';
import { extensionsIn, isExtension, withDiscriminatorValues } from './discriminator-types.ts';
import { joinRelations, type SchemaGraph } from './schema-graph.ts';
import { type AnySchema, type SchemaObject, type SchemaRelation, schemaAt, schemasAt } from './schema-parts.ts';
import { isOfBytes, requiredBy, type SchemaReader } from './schema-reader.ts';
import type { TypeNames } from './type-names.ts';
import {
  allOf,
  anyOf,
  BYTES,
  comment,
  FILE,
  listType,
  literal,
  mapOf,
  NEVER,
  NULL,
  type ObjectMember,
  objectOf,
  one,
  type TypeText,
  tupleOf,
  UNKNOWN,
  VALUE,
} from './type-text.ts';
import { keywordTypes } from './value-kinds.ts';

export interface SchemaTypes {
  /** The type of a value. @param indent - of its first line */
  typeOf(part: Part<AnySchema>, direction: Direction, indent: string): TypeText;
  /** An exported type for each schema that has a name, one for each form of it. */
  declarations(): readonly string[];
}

/** Deepest nesting that is written; below it, anything may be. */
const MAX_DEPTH = 100;
/** So many schemas are written out in place of their names within one type: choices may lead to one another in very many ways. */
const MOST_WRITTEN_OUT = 100;

/** The names of the second and the third form of a schema end so. */
const ENDINGS: Readonly<Record<Direction, string>> = { output: '', input: 'Input', form: 'Form' };

/** Where a type is written. */
interface View {
  readonly direction: Direction;
  readonly indent: string;
  readonly depth: number;
  /** The schema of the whole value, of which this one is a part or a choice. */
  readonly whole: Part<AnySchema>;
  /** The type that is declared, and the schemas that were written out within it on the way here; none below a property or an item. */
  readonly way: readonly { readonly pointer: string; readonly place: SchemaRelation }[];
  /** The relation of this schema to the last of them. */
  readonly place: SchemaRelation;
  /** Whether another schema extends this one: then its discriminator is ignored. */
  readonly isBase?: boolean;
}

export function createSchemaTypes(reading: SchemaReader, graph: SchemaGraph, names: TypeNames): SchemaTypes {
  let writtenOut = 0;

  const typeOf = (part: Part<AnySchema>, view: View): TypeText => {
    if (part.value === false) return NEVER;
    if (view.depth > MAX_DEPTH) return UNKNOWN;
    const target = reading.target(part);
    const referred = target
      ? [targetType(target, view, isExtension(part) && reading.choice(target) !== undefined)]
      : [];
    if (!reading.isRead(part)) return allOf(referred);
    const type = allOf([...referred, ...ownTypes(part, view)]);
    return reading.isNullable(part) ? anyOf([type, NULL]) : type;
  };

  const nameOf = (pointer: string, form: Direction): string =>
    names.name(pointer, graph.formsOf(pointer)[0] === form ? '' : ENDINGS[form]);

  /**
   * The name of a schema; but a type must not refer to itself by its parts and choices: there the schema is written
   * out, as long as that adds something.
   */
  const targetType = (target: Part<AnySchema>, view: View, isBase: boolean): TypeText => {
    const { pointer } = target;
    const [declared, ...others] = view.way;
    const met = view.way.findIndex((step) => step.pointer === pointer);
    // A schema that is a part of itself adds nothing; one that is a choice of itself has one choice less.
    if (met >= 0) return [...view.way.slice(met + 1), view].some(({ place }) => place === 'all') ? UNKNOWN : NEVER;
    const by = others.length > 0 || view.place === 'all' ? 'anything' : 'choices';
    if (!isBase && (!declared || !graph.isCircle(declared.pointer, pointer, by))) {
      return one(nameOf(pointer, graph.formIn(pointer, view.direction)));
    }
    writtenOut += 1;
    if (writtenOut > MOST_WRITTEN_OUT) return UNKNOWN;
    return typeOf(target, { ...view, way: [...view.way, { pointer, place: view.place }], place: 'any', isBase });
  };

  const ownTypes = (part: Part<SchemaObject>, view: View): readonly TypeText[] => {
    const choice = reading.choice(part);
    const { isBase = false, ...around } = view;
    const one = (inner: Part<AnySchema>, place: SchemaRelation) =>
      typeOf(inner, { ...around, depth: view.depth + 1, place: joinRelations(view.place, place) });
    const branch = (inner: Part<AnySchema>) =>
      choice?.isAmongBranches
        ? withDiscriminatorValues(reading, choice, reading.target(inner) ?? inner, one(inner, 'any'))
        : one(inner, 'any');
    const parts = schemasAt(part, 'allOf').map((inner) => one(inner, 'all'));
    const choices = [schemasAt(part, 'oneOf'), schemasAt(part, 'anyOf')]
      .filter((schemas) => schemas.length > 0 && !(isBase && choice?.isAmongBranches))
      .filter((schemas) => !schemas.every((inner) => onlyForbids(inner, part, view.whole)))
      .map((schemas) => anyOf(schemas.map(branch)));
    const own = [plainType(part, view, parts.length + choices.length > 0), ...parts, ...choices];
    const extensions = isBase || !choice ? [] : extensionsIn(reading, part);
    if (!choice || extensions.length === 0) return own;
    const others = extensions.map((extension) =>
      withDiscriminatorValues(
        reading,
        choice,
        extension,
        targetType(extension, { ...around, place: joinRelations(view.place, 'any') }, false),
      ),
    );
    const isOwn = choice.allowsUnmappedValues || [...choice.byValue.values()].includes(part.pointer);
    return [anyOf(isOwn ? [withDiscriminatorValues(reading, choice, part, allOf(own)), ...others] : others)];
  };

  /** Whether a choice only requires known properties: that is left to validation. */
  const onlyForbids = (choice: Part<AnySchema>, { value }: Part<SchemaObject>, whole: Part<AnySchema>): boolean => {
    if (reading.target(choice) || !reading.isRead(choice)) return false;
    const { properties = {}, required: _, ...others } = choice.value;
    const names = Object.keys(properties);
    return (
      names.length + requiredBy(choice).length > 0 &&
      names.every((name) => Object.hasOwn(value.properties ?? {}, name)) &&
      requiredBy(choice).every((name) => reading.property(whole, name)) &&
      Object.keys(others).every((word) => ['type', 'not', 'title', 'description'].includes(word))
    );
  };

  /** The type of a schema without its parts and choices. */
  const plainType = (part: Part<SchemaObject>, view: View, hasOthers: boolean): TypeText => {
    const { value } = part;
    if (Object.hasOwn(value, 'const')) return literal(value.const);
    if (Array.isArray(value.enum)) return anyOf(value.enum.map(literal));
    if (view.direction === 'form' && isOfBytes(part)) return FILE;
    const types = keywordTypes(value);
    return types.length === 0 ? UNKNOWN : anyOf(types.map((type) => typeNamed(type, part, view, hasOthers)));
  };

  const typeNamed = (type: string, part: Part<SchemaObject>, view: View, hasOthers: boolean): TypeText => {
    switch (type) {
      case 'object':
        return objectType(part, view, hasOthers);
      case 'array':
        return arrayType(part, view);
      case 'integer':
      case 'number':
        return one('number');
      case 'string':
      case 'boolean':
      case 'null':
        return one(type);
      case 'file':
        return BYTES;
      default:
        return UNKNOWN;
    }
  };

  const arrayType = (part: Part<SchemaObject>, view: View): TypeText => {
    const items = schemaAt(part, 'items');
    const rest = part.value.items === false ? NEVER : items ? typeOf(items, below(items, view)) : UNKNOWN;
    const first = schemasAt(part, 'prefixItems').map((item) => typeOf(item, below(item, view)));
    return first.length === 0 ? listType(rest) : tupleOf(first, part.value.minItems ?? 0, rest);
  };

  const objectType = (part: Part<SchemaObject>, view: View, hasOthers: boolean): TypeText => {
    const { additionalProperties } = part.value;
    const described = describedMembers(part, view);
    const members = [...described, ...requiredMembers(part, view)];
    const others = schemaAt(part, 'additionalProperties');
    const rest = [...schemasAt(part, 'patternProperties'), ...(others ? [others] : [])].map((one) =>
      typeOf(one, below(one, view)),
    );
    if (members.length === 0) {
      if (rest.length > 0 && additionalProperties !== true) return mapOf(anyOf(rest));
      // Other parts or choices are more specific.
      return hasOthers || view.place === 'all' ? UNKNOWN : mapOf(additionalProperties === false ? NEVER : UNKNOWN);
    }
    // A schema that only requires members allows others.
    const isOpen = additionalProperties === true || (described.length === 0 && view.whole === part);
    if (isOpen) return objectOf(members, view.indent, UNKNOWN);
    if (rest.length === 0) return objectOf(members, view.indent);
    // Constraints on any name apply to these, too.
    const known = members.flatMap(({ type, optional }) => (optional ? [type, one('undefined')] : [type]));
    return objectOf(members, view.indent, anyOf([...rest, ...known]));
  };

  const describedMembers = (part: Part<SchemaObject>, view: View): readonly ObjectMember[] => {
    const required = requiredBy(part);
    const hidden = leftOut(reading, part, view.direction);
    const free = optionalProperties(reading, part, view.direction);
    return schemasAt(part, 'properties').flatMap((property, index) => {
      const name = Object.keys(part.value.properties ?? {})[index] ?? '';
      if (hidden.has(name)) return [];
      const optional = !required.includes(name) || free.has(name);
      const type = typeOf(property, below(property, view, `${view.indent}  `));
      const described = reading.isRead(property) ? property.value : undefined;
      return [{ name, type, optional, description: described?.description, deprecated: described?.deprecated }];
    });
  };

  /** Required members, described elsewhere if at all: in another part. */
  const requiredMembers = (part: Part<SchemaObject>, view: View): readonly ObjectMember[] => {
    const { properties = {} } = part.value;
    const names = requiredBy(part).filter((name) => !Object.hasOwn(properties, name));
    if (names.length === 0) return [];
    const [hidden, free] = [leftOut, optionalProperties].map((find) => find(reading, view.whole, view.direction));
    return names.filter((name) => !hidden?.has(name) && !free?.has(name)).map((name) => ({ name, type: VALUE }));
  };

  const declaration = (part: Part<AnySchema>, direction: Direction): string => {
    writtenOut = 0;
    const way = [{ pointer: part.pointer, place: 'any' as const }];
    const type = typeOf(part, { direction, indent: '', depth: 0, whole: part, way, place: 'any' });
    const described = reading.isRead(part) ? part.value : undefined;
    const name = nameOf(part.pointer, direction);
    return `${comment(described?.description, '', described?.deprecated)}export type ${name} = ${type.text};\n`;
  };

  return {
    typeOf: (part, direction, indent) =>
      typeOf(part, { direction, indent, depth: 0, whole: part, way: [], place: 'any' }),
    declarations: () =>
      [...graph.named.values()].flatMap((part) => graph.formsOf(part.pointer).map((form) => declaration(part, form))),
  };
}

/** A property or item is a whole of its own, and may refer to its parents. */
function below(whole: Part<AnySchema>, { direction, indent, depth }: View, inner = indent): View {
  return { direction, indent: inner, depth: depth + 1, whole, way: [], place: 'any' };
}
