// Generates TypeScript for a document, or for a fixture schema.

import { findOperations } from '../openapi/lookup/path-items.ts';
import type { DocumentObject } from '../openapi/objects.ts';
import { createReferences, type Part } from '../openapi/references.ts';
import { isRecord } from '../schema/is-record.ts';
import { childPointer } from '../schema/json-pointer.ts';
import { createBodyTypes } from './body-types.ts';
import { collectionTypes, type DescribedItems } from './collection-types.ts';
import { createOperationTypes, describeOperation, rootsOf } from './operation-types.ts';
import { createSchemaGraph, type GraphRoot } from './schema-graph.ts';
import type { AnySchema } from './schema-parts.ts';
import { createSchemaReader, type SchemaReader } from './schema-reader.ts';
import { createSchemaTypes, type SchemaTypes } from './schema-types.ts';
import { createTypeNames } from './type-names.ts';
import { key, UNKNOWN } from './type-text.ts';

/**
 * The types of a document: one for each component schema, `Operations` with the input, output, all responses and
 * caller requirement of each operation, and `Collections`.
 *
 * @param document - bundled
 * @param items - the collections of `call.items`. Default: none
 */
export function documentTypes(document: DocumentObject, items?: DescribedItems): string {
  const references = createReferences(document);
  const reading = createSchemaReader(references, document.openapi);
  const operations = findOperations(references).operations.map((located) => describeOperation(references, located));
  const types = typesBelow(reading, references.rawAt('/components/schemas'), operations.flatMap(rootsOf));
  const bodies = createBodyTypes(reading, types);
  const described = items && items.collections.length > 0 ? items : undefined;
  const textOf = createOperationTypes(reading, types, bodies, described);
  const members = operations.map(textOf).join('');
  const collections = described ? [collectionTypes(described, types)] : [];
  return [
    ...types.declarations(),
    ...bodies.declarations(),
    ...collections,
    `/** The input and output of each operation. */\nexport interface Operations {\n${members}}\n`,
  ].join('\n');
}

/**
 * The types of a fixture schema: one for each of its `definitions`, and `Records` with those of each collection, which
 * are its properties.
 */
export function recordTypes(schema: object): string {
  const references = createReferences(schema);
  const reading = createSchemaReader(references, '3.1');
  const types = typesBelow(reading, references.rawAt('/definitions'), []);
  const { value } = references.rawAt<{ readonly properties?: Readonly<Record<string, unknown>> }>('') ?? {};
  const collections = Object.keys(value?.properties ?? {}).map((name) => {
    const record = references.rawAt<AnySchema>(childPointer('/properties', name, 'items'));
    const target = record && reading.target(record);
    const type = target ? types.typeOf(record, 'output', '  ') : UNKNOWN;
    return `  readonly ${key(name)}: ${type.text};\n`;
  });
  return [
    ...types.declarations(),
    `/** Which record each collection holds. */\nexport interface Records {\n${collections.join('')}}\n`,
  ].join('\n');
}

/** @param named - schemas by name */
function typesBelow(reading: SchemaReader, named: Part | undefined, roots: readonly GraphRoot[]): SchemaTypes {
  const given = Object.entries(named && isRecord(named.value) ? named.value : {}).map(([name, value]) => ({
    value: value as AnySchema,
    pointer: childPointer(named?.pointer ?? '', name),
  }));
  const graph = createSchemaGraph(reading, given, roots);
  return createSchemaTypes(reading, graph, createTypeNames(graph.named.keys()));
}
