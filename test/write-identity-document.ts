// Writes spec/identity.yaml from its short form, spec/source/identity.yaml.

import { readFileSync, writeFileSync } from 'node:fs';
import { Document, parse, visit } from 'yaml';

const SOURCE = new URL('../spec/source/identity.yaml', import.meta.url);
const TARGET = new URL('../spec/identity.yaml', import.meta.url);

/** Objects of the short form; everything else is OpenAPI, and copied. */
type Values = Readonly<Record<string, unknown>>;

/** A request body or response with `schema` and `examples`, or `errors`, in place of `content`. */
interface ShortBody extends Values {
  readonly schema?: unknown;
  readonly examples?: Values;
  readonly errors?: Readonly<Record<string, ShortError>>;
}

/** An error as an example; `violations`: the reason for each JSON Pointer into the request. */
interface ShortError extends Values {
  readonly code: number;
  readonly message: string;
  readonly violations?: Readonly<Record<string, string>>;
}

interface ShortOperation extends Values {
  readonly requestBody?: ShortBody;
  readonly responses: Readonly<Record<string, ShortBody>>;
}

/** A short form, see the comments in spec/source/identity.yaml. */
interface ShortDocument extends Values {
  readonly 'x-shared': {
    readonly mediaTypes: readonly string[];
    readonly errorSchema: unknown;
    readonly parameters: readonly unknown[];
    /** Names in `components/responses`, by status. */
    readonly responses: Readonly<Record<string, string>>;
    readonly bodyResponses: Readonly<Record<string, string>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, ShortOperation>>>>;
  readonly components: Values & {
    readonly schemas: Readonly<Record<string, Values>>;
    readonly responses: Readonly<Record<string, ShortBody>>;
  };
}

/** The OpenAPI document of a short form. */
export function identityDocument(source: string): string {
  const { 'x-shared': shared, ...document } = parse(source) as ShortDocument;
  const { components } = document;

  function writtenBody({ schema, examples, errors, ...body }: ShortBody): Values {
    if (errors) return writtenBody({ ...body, schema: shared.errorSchema, examples: map(errors, errorExample) });
    if (schema === undefined) return body;
    const [main = '', ...others] = shared.mediaTypes;
    const rest = Object.fromEntries(others.map((type) => [type, { schema }]));
    return { ...body, content: { [main]: { schema, ...(examples && { examples }) }, ...rest } };
  }

  /** Both descriptions of a response, the own one first. */
  function writtenResponse(own: ShortBody | undefined, sharedName: string | undefined): Values {
    if (!own) return { $ref: `#/components/responses/${sharedName}` };
    if (sharedName === undefined || own.$ref) return writtenBody(own);
    const common = components.responses[sharedName];
    return writtenBody({ ...common, ...own, errors: { ...common?.errors, ...own.errors } });
  }

  function writtenOperation(operation: ShortOperation): Values {
    if (operation['x-permission'] === undefined) return operation;
    const { parameters = [], requestBody, responses, ...rest } = operation;
    const common: ShortDocument['x-shared']['responses'] = {
      ...shared.responses,
      ...(requestBody && shared.bodyResponses),
    };
    return {
      ...rest,
      parameters: [...shared.parameters, ...(parameters as readonly unknown[])],
      ...(requestBody && { requestBody: { required: true, ...writtenBody(requestBody) } }),
      responses: map({ ...common, ...responses }, (_, status) => writtenResponse(responses[status], common[status])),
    };
  }

  const written = {
    ...document,
    paths: map(document.paths, (item) =>
      map(item, (part, key) => (key === 'parameters' ? part : writtenOperation(part))),
    ),
    components: {
      ...components,
      schemas: map(components.schemas, writtenSchema),
      responses: map(components.responses, writtenBody),
    },
  };
  return `# Written by \`npm run generate\` from spec/source/identity.yaml. Do not edit: change the source and run it again.\n${textOf(written)}`;
}

function writtenSchema(schema: Values, title: string): Values {
  return schema.properties ? { title, type: 'object', ...schema } : schema;
}

/** The identifier in the message is a detail as well, and so are violations. */
function errorExample(error: ShortError): Values {
  const { violations = {}, summary, code, message } = error;
  const [, text, id] = /^(.*) \((\S+)\)$/.exec(message) ?? [];
  const fieldViolations = Object.entries(violations).map(([field, description]) => ({ field, description }));
  const details = [
    ...(id === undefined ? [] : [{ '@type': 'type.googleapis.com/zitadel.v1.ErrorDetail', id, message: text }]),
    ...(fieldViolations.length === 0
      ? []
      : [{ '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }]),
  ];
  return { ...(summary !== undefined && { summary }), value: { code, message, details } };
}

function map<T, U>(values: Readonly<Record<string, T>>, convert: (value: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, convert(value, key)]));
}

/** YAML for every parser: those of YAML 1.1 read unquoted dates as dates. Short objects and lists take one line. */
function textOf(values: object): string {
  const document = new Document(values, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(document, {
    Collection: (_, collection) => {
      collection.flow = JSON.stringify(collection).length <= 90;
    },
  });
  return document.toString({ lineWidth: 120, blockQuote: 'literal' });
}

if (import.meta.main) writeFileSync(TARGET, identityDocument(readFileSync(SOURCE, 'utf8')));
