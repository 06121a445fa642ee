// The operations and records of an api as TypeScript, so that handlers are checked against the document.

import type { DocumentObject, OperationObject, ParameterObject, Schema } from '../openapi/objects.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * The types of a document: one for each schema of its components, and `Operations` with the input, the output and the need for
 * a caller of each operation.
 *
 * @param document - bundled: references lead to `#/components/schemas/…` or are resolved
 */
export function documentTypes(document: DocumentObject): string {
  const operations = Object.values(document.paths).flatMap((item) =>
    METHODS.filter((method) => Object.hasOwn(item, method)).map((method) => {
      const operation = item[method] as OperationObject;
      const shared = (item.parameters ?? []) as ParameterObject[];
      return operationText(document, { ...operation, parameters: [...(operation.parameters ?? []), ...shared] });
    }),
  );
  return [
    schemaTypes(document.components?.schemas ?? {}),
    `/** What goes into and comes out of each operation. */\nexport interface Operations {\n${operations.join('')}}\n`,
  ].join('\n');
}

/** One exported type for each named schema. */
export function schemaTypes(schemas: Readonly<Record<string, Schema>>): string {
  return Object.entries(schemas)
    .map(([name, schema]) => `${comment(schema.description, '')}export type ${name} = ${typeText(schema, '')};\n`)
    .join('\n');
}

function operationText(document: DocumentObject, operation: OperationObject): string {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
  const fields = parameters
    .filter((parameter) => parameter.in !== 'cookie')
    .map((parameter) => {
      const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
      return `readonly ${key(name)}${parameter.required ? '' : '?'}: ${typeText(parameter.schema ?? {}, '    ')}`;
    });
  const body = contentSchema(operation.requestBody && resolve(document, operation.requestBody));
  const parts = [...(body ? [typeText(body, '    ')] : []), ...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : [])];
  const success = Object.keys(operation.responses)
    .sort()
    .find((status) => /^2\d\d$/.test(status));
  const output = contentSchema(success ? resolve(document, operation.responses[success] ?? {}) : undefined);
  const security = operation.security ?? document.security ?? [];
  // An empty alternative makes it optional, and nobody may be calling.
  const secured = security.length > 0 && security.every((one) => Object.keys(one).length > 0);
  return [
    comment(operation.summary, '  '),
    `  ${key(operation.operationId ?? '')}: {\n`,
    `    readonly input: ${parts.join(' & ') || 'Record<string, never>'};\n`,
    `    readonly output: ${output ? typeText(output, '    ') : 'undefined'};\n`,
    `    readonly secured: ${secured};\n  };\n`,
  ].join('');
}

function contentSchema(
  holder: { content?: Readonly<Record<string, { schema?: Schema }>> } | undefined,
): Schema | undefined {
  return (holder?.content?.['application/json'] ?? Object.values(holder?.content ?? {})[0])?.schema;
}

/** What a reference inside the document leads to. */
function resolve<T extends object>(document: DocumentObject, part: T): T {
  const reference = (part as { $ref?: string }).$ref;
  if (!reference) return part;
  const steps = reference
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const found = steps.reduce<unknown>(
    (value, step) => (value as Record<string, unknown> | undefined)?.[step],
    document,
  );
  if (typeof found !== 'object' || found === null) throw new Error(`The reference ${reference} leads nowhere.`);
  return resolve(document, found as T);
}

function typeText(schema: Schema, indent: string): string {
  const text = plainTypeText(schema, indent);
  return schema.nullable ? `${text} | null` : text;
}

function plainTypeText(schema: Schema, indent: string): string {
  if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.enum)
    return schema.enum.map((value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value))).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => typeText(part, indent)).join(' & ');
  if (schema.properties) return objectText(schema, schema.properties, indent);
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map((part) => typeText(part, indent)).join(' | ');
  switch (schema.type) {
    case 'array':
      return `readonly ${elementText(schema.items ?? {}, indent)}[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
      return schema.type;
    case 'object':
      if (schema.additionalProperties === false) return 'Record<string, never>';
      return `Readonly<Record<string, ${typeof schema.additionalProperties === 'object' ? typeText(schema.additionalProperties, indent) : 'unknown'}>>`;
    default:
      return 'unknown';
  }
}

function objectText(schema: Schema, properties: Readonly<Record<string, Schema>>, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${comment(property.description, inner)}${inner}readonly ${key(name)}${mark}: ${typeText(property, inner)};\n`;
  });
  const open = schema.additionalProperties === true ? `${inner}readonly [name: string]: unknown;\n` : '';
  return `{\n${lines.join('')}${open}${indent}}`;
}

/** The type of an element, in brackets where it is a choice. */
function elementText(items: Schema, indent: string): string {
  const isChoice = items.enum ?? items.oneOf ?? items.anyOf ?? items.allOf ?? items.nullable;
  return isChoice ? `(${typeText(items, indent)})` : typeText(items, indent);
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

function comment(text: string | undefined, indent: string): string {
  if (!text) return '';
  const lines = text.trim().replaceAll('*/', '* /').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
