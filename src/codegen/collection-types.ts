// Generates the types of `call.items`.

import type { Part } from '../openapi/references.ts';
import type { AnySchema } from './schema-parts.ts';
import type { SchemaTypes } from './schema-types.ts';
import { key, mapOf, one, shortObjectOf, type TypeText, UNKNOWN } from './type-text.ts';

/** The name of the interface. */
export const COLLECTIONS = 'Collections';

/** A collection of the document. */
interface DescribedCollection {
  readonly name: string;
  /** An item; undefined if the document does not describe its properties. */
  readonly schema: Part<AnySchema> | undefined;
  /** The input of its create operation; undefined if there is none. */
  readonly create: Part<AnySchema> | undefined;
  /** Undefined for a single item. */
  readonly id: IdType | undefined;
  readonly parents: readonly { readonly key: string; readonly type: IdType }[];
}

type IdType = 'string' | 'number';

/** The collections of a document, and which operations store items of which. */
export interface DescribedItems {
  readonly collections: readonly DescribedCollection[];
  /** The collection of the item that an operation creates or changes; undefined where it does neither. */
  storedBy(operationId: string): string | undefined;
}

/** Writes the interface with all collections. */
export function collectionTypes({ collections }: DescribedItems, types: SchemaTypes): string {
  const members = collections.map(
    (collection) => `  readonly ${key(collection.name)}: ${typeOf(collection, types)};\n`,
  );
  return `/** The collections of \`call.items\`. */\nexport interface ${COLLECTIONS} {\n${members.join('')}}\n`;
}

function typeOf({ schema, create, id, parents }: DescribedCollection, types: SchemaTypes): string {
  const written = (part: Part<AnySchema> | undefined, direction: 'output' | 'input') =>
    part ? types.typeOf(part, direction, INDENT) : ANYTHING;
  const members: (readonly [string, TypeText])[] = [
    ['item', written(schema, 'output')],
    ['properties', written(schema, 'input')],
    ...(create ? [['create', written(create, 'input')] as const] : []),
    ['id', one(id ?? 'undefined')],
    ['parents', shortObjectOf(parents.map((parent) => ({ name: parent.key, type: one(parent.type) })))],
  ];
  return `{\n${members.map(([name, type]) => `${INDENT}readonly ${name}: ${type.text};\n`).join('')}  }`;
}

const INDENT = '    ';
const ANYTHING = mapOf(UNKNOWN);
