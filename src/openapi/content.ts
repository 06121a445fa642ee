// The media types of a body, as a document describes them.

import { isRecord } from './is-record.ts';
import { lazy } from './lazy.ts';
import { isJsonLines, knownMediaType } from './media-type.ts';
import type { EncodingObject, ExampleObject, Exemplified, MediaTypeObject, Schema } from './objects.ts';
import { child } from './pointer.ts';
import type { Part, References } from './references.ts';

/** One media type that a body may have. */
export interface BodyType {
  /** As the document has it: with parameters, or as a range such as `image/*`. */
  readonly type: string;
  readonly part: Part<MediaTypeObject>;
  /** The schema where it stands, which may be a reference. Its pointer names its validator. */
  readonly schema: Part<Schema> | undefined;
  /** The schema of each of many JSON texts (`itemSchema`, OpenAPI 3.2); undefined where there is none, and in other media types. */
  readonly itemSchema: Part<Schema> | undefined;
  /** How the properties of a form are written, by their names; references in it followed. */
  readonly encoding: Readonly<Record<string, EncodingObject>>;
  readonly examples: readonly Example[];
}

/** A value that a document gives as an example. */
export interface Example {
  /** Its key; empty where there is but one, without a name. */
  readonly name: string;
  readonly summary: string | undefined;
  readonly value: unknown;
  readonly pointer: string;
}

/** The media types below the `content` of a part, in the order of the document. */
export function contentOf(references: References, holder: Part<object>): readonly BodyType[] {
  return membersOf<MediaTypeObject>(references, holder, 'content').map(([type, part]) => {
    const encoding = lazy(() => encodingOf(references, part));
    const examples = lazy(() => examplesOf(references, part));
    return {
      type,
      part,
      ...schemasOf(references, type, part),
      get encoding() {
        return encoding();
      },
      get examples() {
        return examples();
      },
    };
  });
}

function schemasOf(
  references: References,
  type: string,
  part: Part<MediaTypeObject>,
): Pick<BodyType, 'schema' | 'itemSchema'> {
  const schema = schemaOf(part);
  const range = knownMediaType(type);
  if (!range || !isJsonLines(range)) return { schema, itemSchema: undefined };
  const { itemSchema } = part.value;
  if (itemSchema !== undefined)
    return { schema, itemSchema: { value: itemSchema, pointer: child(part.pointer, 'itemSchema') } };
  // Before 3.2 there was no other word for it: many texts are no object, so that each of them is meant.
  const isOfEach = schema && references.follow(schema.value)?.type === 'object';
  return isOfEach ? { schema: undefined, itemSchema: schema } : { schema, itemSchema: undefined };
}

const items = new WeakMap<BodyType, BodyType | undefined>();

/** A media type of many JSON texts as that of one of them: with the schema that each has to fit; undefined when none is said, or it is no such type. */
export function itemTypeOf(references: References, type: BodyType): BodyType | undefined {
  if (items.has(type)) return items.get(type);
  const range = knownMediaType(type.type);
  const schema = range && isJsonLines(range) ? (type.itemSchema ?? itemsIn(references, type.schema)) : undefined;
  const item = schema && { ...type, schema, itemSchema: undefined };
  items.set(type, item);
  return item;
}

/** What stands under `items` where a schema says that by itself. */
function itemsIn(references: References, schema: Part<Schema> | undefined): Part<Schema> | undefined {
  const whole = schema && references.target<{ readonly items?: Schema }>(schema as Part<object>);
  if (!whole || !isRecord(whole.value) || whole.value.items === undefined) return undefined;
  return { value: whole.value.items, pointer: child(whole.pointer, 'items') };
}

/** The media type that stands for all of a body: JSON, else the first one. */
export function mainTypeOf(mediaTypes: readonly BodyType[]): BodyType | undefined {
  return mediaTypes.find(({ type }) => type === 'application/json') ?? mediaTypes[0];
}

/** The schema that stands in a part, its own reference not followed: beside it there may be more. */
export function schemaOf({ value, pointer }: Part<{ readonly schema?: Schema }>): Part<Schema> | undefined {
  return value.schema === undefined ? undefined : { value: value.schema, pointer: child(pointer, 'schema') };
}

/** The examples of a parameter, a header or a media type. Those of which the value is elsewhere are left out: nothing is fetched. */
export function examplesOf(references: References, part: Part<Exemplified>): readonly Example[] {
  const { value, pointer } = part;
  const named = membersOf<ExampleObject>(references, part, 'examples').flatMap(([name, { value: example, pointer }]) =>
    Object.hasOwn(example, 'value')
      ? [{ name, summary: example.summary, value: example.value, pointer: child(pointer, 'value') }]
      : [],
  );
  if (named.length > 0 || value.example === undefined) return named;
  return [{ name: '', summary: undefined, value: value.example, pointer: child(pointer, 'example') }];
}

/** What stands below a part under one key, by names, references followed. What is no object is left out. */
export function membersOf<T extends object>(
  references: References,
  part: Part<object>,
  key: string,
): readonly (readonly [name: string, part: Part<T>])[] {
  const holder = references.below(part, key);
  if (!holder || !isRecord(holder.value)) return [];
  return Object.keys(holder.value).flatMap((name) => {
    const found = references.below<T>(holder, name);
    return found && isRecord(found.value) ? [[name, found as Part<T>] as const] : [];
  });
}

function encodingOf(references: References, part: Part<MediaTypeObject>): BodyType['encoding'] {
  const encodings = membersOf<EncodingObject>(references, part, 'encoding').map(([name, encoding]) => {
    if (encoding.value.headers === undefined) return [name, encoding.value] as const;
    const headers = membersOf(references, encoding, 'headers').map(([header, { value }]) => [header, value] as const);
    return [name, { ...encoding.value, headers: Object.fromEntries(headers) }] as const;
  });
  return Object.fromEntries(encodings);
}
