// The page about the control API, from `spec/control.yaml`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { DOCS } from '../pages.ts';
import { PROPERTY_HEADS, propertyRows, type Schema, typeOf } from './schema.ts';
import { blocks, cell, code, GENERATED, prose, table } from './write.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Content;
}

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

interface ControlDocument {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const link = (name: string) => `#${name.toLowerCase()}`;

export function controlApiPage(): string {
  const { info, tags, paths, components }: ControlDocument = parse(
    readFileSync(join(DOCS, '../spec/control.yaml'), 'utf8'),
  );
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => ({
      path,
      method,
      shared: (item.parameters ?? []) as readonly Parameter[],
      operation: item[method] as Operation,
    })),
  );
  const sections = tags.map(({ name, description }) =>
    blocks(
      `## ${name}`,
      `${prose(description)}.`,
      ...operations
        .filter(({ operation }) => operation.tags?.[0] === name)
        .map(({ path, method, shared, operation }) =>
          operationText(`${method.toUpperCase()} ${path}`, operation, shared, components),
        ),
    ),
  );
  const schemas = Object.entries(components.schemas).map(([name, schema]) =>
    blocks(
      `### ${name}`,
      prose(schema.description ?? ''),
      schema.properties || schema.allOf || schema.oneOf || schema.anyOf ? '' : `Type: ${typeOf(schema, link)}`,
      rowsOf(schema),
    ),
  );
  return blocks(
    '# Control API',
    GENERATED,
    prose(info.description),
    'The document is [spec/control.yaml](../../spec/control.yaml); a running server serves it at `/_understudy/openapi.json`. Errors have a body of [Status](#status).',
    ...sections,
    '## Schemas',
    ...schemas,
  );
}

function operationText(
  title: string,
  operation: Operation,
  shared: readonly Parameter[],
  components: ControlDocument['components'],
): string {
  const resolved = <Value extends { readonly $ref?: string }>(value: Value, all: Readonly<Record<string, Value>>) =>
    all[value.$ref?.split('/').at(-1) ?? ''] ?? value;
  const parameters = [...shared, ...(operation.parameters ?? [])].map((one) => resolved(one, components.parameters));
  const body = operation.requestBody;
  return blocks(
    `### ${code(title)}`,
    `${prose(operation.summary)}. Operation \`${operation.operationId}\`.`,
    prose(operation.description ?? ''),
    parameters.length === 0
      ? ''
      : table(
          ['parameter', 'in', 'type', 'required', 'description'],
          parameters.map((one) => [
            code(one.name),
            one.in,
            typeOf(one.schema, link),
            one.required ? 'yes' : '',
            cell(one.description ?? ''),
          ]),
        ),
    body === undefined ? '' : `Request body${body.required ? '' : ' (optional)'}: ${contentText(body.content)}`,
    ...Object.values(body?.content ?? {}).map(({ schema }) => (schema ? rowsOf(schema) : '')),
    table(
      ['response', 'description', 'body'],
      Object.entries(operation.responses).flatMap(([status, given]) => {
        if (given.$ref?.endsWith('/ApiError')) return [];
        const { description, content } = resolved(given, components.responses);
        return [[status, cell(description), content === undefined ? '' : contentText(content)]];
      }),
    ),
  );
}

function contentText(content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => `${code(type)}${schema ? `, ${typeOf(schema, link)}` : ''}`)
    .join('; ');
}

function rowsOf(schema: Schema): string {
  const rows = propertyRows(schema.type === 'array' ? (schema.items ?? {}) : schema, link);
  return rows.length === 0 ? '' : table(PROPERTY_HEADS, rows);
}
