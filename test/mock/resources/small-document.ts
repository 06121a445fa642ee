// Short notation of documents, and of the resources found in them.

import type { ResourceAction, Resources } from '../../../src/mock/resources/resource.ts';
import { createDocument, type Document } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { documentSource } from '../../support/document-source.ts';

/** A schema: a name, with `[]` for a list and `?` if optional; an object with properties; or a plain schema in `schema`. */
export type SchemaNotation = string | { readonly schema: object } | { readonly [property: string]: SchemaNotation };

const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'object']);

/**
 * @param lines - `METHOD /path < RequestSchema > ResponseSchema`, both schemas optional
 * @param schemas - by name
 */
export function smallDocument(
  lines: readonly string[],
  schemas: Readonly<Record<string, SchemaNotation>> = {},
): Document {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const line of lines) {
    const [, method = '', path = '', takes, status = '200', responses] =
      /^(\w+) (\S+)(?: < (\S+))?(?: > (?:(\d{3}) ?)?(\S+)?)?$/.exec(line) ?? [];
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: `${method} ${path}`,
        parameters,
        ...(takes && { requestBody: { content: contentOf(takes) } }),
        responses: { [status]: { description: '', ...(responses && { content: contentOf(responses) }) } },
      },
    };
  }
  const components = {
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, words]) => [name, schema(words)])),
  };
  const info = { title: 'Small', version: '1' };
  return createDocument(documentSource({ openapi: '3.0.3', info, paths, components } as DocumentObject));
}

function contentOf(words: string): object {
  return { 'application/json': { schema: schema(words) } };
}

function schema(words: SchemaNotation): object {
  if (typeof words === 'string') {
    const name = words.replace(/\?$/, '');
    if (name.endsWith('[]')) return { type: 'array', items: schema(name.slice(0, -2)) };
    return TYPES.has(name) ? { type: name } : { $ref: `#/components/schemas/${name}` };
  }
  if ('schema' in words && typeof words.schema === 'object') return words.schema;
  const properties = Object.entries(words as Readonly<Record<string, SchemaNotation>>);
  return {
    type: 'object',
    required: properties.filter(([, one]) => !(typeof one === 'string' && one.endsWith('?'))).map(([name]) => name),
    properties: Object.fromEntries(properties.map(([name, one]) => [name, schema(one)])),
  };
}

/** The action of each operation, one per line: `list pets`, or `none`. */
export function describeActions(document: Document, resources: Resources): readonly string[] {
  return [...document.operations.keys()].map((id) => {
    const action = resources.action(id);
    return `${id}: ${action ? formatAction(action) : 'none'}`;
  });
}

function formatAction({
  kind,
  resource,
  part,
  requestPath: requested,
  responsePath: shown,
  isUpsert: makes,
  sets,
  parents,
  keys,
  returned,
}: ResourceAction): string {
  const reported = [
    `${kind} ${resource.name}`,
    part.length > 0 && `part ${part.join('.')}`,
    makes && 'or makes it',
    kind === 'read' && resource.isVirtual && 'always there',
    requested && requested.length > 0 && `asked at ${requested.join('.')}`,
    shown && shown.length > 0 && `shown at ${shown.join('.')}`,
    sets && `sets ${sets.place.join('.')} to ${JSON.stringify(sets.value)}`,
    keys.size > 0 && `by ${[...keys.values()].join(', ')}`,
    returned && `returns ${returned.resource.name}`,
    parents.length > 0 &&
      `below ${parents.map((one) => `${one.resource?.name ?? `any ${one.parameter}`}${one.path ? ` (${one.path.join('.')})` : ''}`).join(', ')}`,
  ];
  return reported.filter(Boolean).join(', ');
}
