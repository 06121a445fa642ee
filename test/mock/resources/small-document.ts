// Documents in a few lines, to say what is found in them.

import type { Resources, Role } from '../../../src/mock/resources/resource.ts';
import { createDocument, type Document } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { documentSource } from '../../support/document-source.ts';

/** A schema: the name of one, with `[]` for a list; `string?` for what need not be sent; an object with properties, or a schema as it is, below `schema`. */
export type Words = string | { readonly schema: object } | { readonly [property: string]: Words };

const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'object']);

/**
 * @param lines - each `METHOD /path`, behind it `< Schema` for what it takes and `> Schema` for what it answers
 * @param schemas - by their names
 */
export function smallDocument(lines: readonly string[], schemas: Readonly<Record<string, Words>> = {}): Document {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const line of lines) {
    const [, method = '', path = '', takes, status = '200', answers] =
      /^(\w+) (\S+)(?: < (\S+))?(?: > (?:(\d{3}) ?)?(\S+)?)?$/.exec(line) ?? [];
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: `${method} ${path}`,
        parameters,
        ...(takes && { requestBody: { content: contentOf(takes) } }),
        responses: { [status]: { description: '', ...(answers && { content: contentOf(answers) }) } },
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

function schema(words: Words): object {
  if (typeof words === 'string') {
    const name = words.replace(/\?$/, '');
    if (name.endsWith('[]')) return { type: 'array', items: schema(name.slice(0, -2)) };
    return TYPES.has(name) ? { type: name } : { $ref: `#/components/schemas/${name}` };
  }
  if ('schema' in words && typeof words.schema === 'object') return words.schema;
  const properties = Object.entries(words as Readonly<Record<string, Words>>);
  return {
    type: 'object',
    required: properties.filter(([, one]) => !(typeof one === 'string' && one.endsWith('?'))).map(([name]) => name),
    properties: Object.fromEntries(properties.map(([name, one]) => [name, schema(one)])),
  };
}

/** What was found, a line for each operation: `list pets`, or `none`. */
export function rolesIn(document: Document, resources: Resources): readonly string[] {
  return [...document.operations.keys()].map((id) => {
    const role = resources.role(id);
    return `${id}: ${role ? shownRole(role) : 'none'}`;
  });
}

function shownRole({ deed, resource, part, asked, shown, makes, sets, parents }: Role): string {
  const told = [
    `${deed} ${resource.name}`,
    part.length > 0 && `part ${part.join('.')}`,
    makes && 'or makes it',
    deed === 'read' && resource.open && 'always there',
    asked && asked.length > 0 && `asked at ${asked.join('.')}`,
    shown && shown.length > 0 && `shown at ${shown.join('.')}`,
    sets && `sets ${sets.place.join('.')} to ${JSON.stringify(sets.value)}`,
    parents.length > 0 &&
      `below ${parents.map((one) => `${one.resource?.name ?? `any ${one.parameter}`}${one.place ? ` (${one.place.join('.')})` : ''}`).join(', ')}`,
  ];
  return told.filter(Boolean).join(', ');
}
