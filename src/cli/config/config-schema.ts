// The JSON Schema of understudy.yaml and understudy.json, from the table of settings.

import type { Setting } from '../serve/setting.ts';
import { SETTINGS } from '../table/serve.ts';

/** The keywords of JSON Schema that the config needs. */
export interface ConfigSchema {
  readonly type?: 'object' | 'array' | 'string' | 'boolean' | 'integer';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly pattern?: string;
  readonly items?: ConfigSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ConfigSchema>>;
  readonly additionalProperties?: ConfigSchema | false;
  readonly oneOf?: readonly ConfigSchema[];
}

const text = (description: string): ConfigSchema => ({ type: 'string', minLength: 1, description });
const flag = (description: string): ConfigSchema => ({ type: 'boolean', description });
const oneOrMore = (description: string): ConfigSchema => ({
  description,
  oneOf: [
    { type: 'string', minLength: 1 },
    { type: 'array', items: { type: 'string', minLength: 1 } },
  ],
});

const CREDENTIALS: ConfigSchema = {
  type: 'array',
  description: 'Accepted credentials. Default: every well-formed credential.',
  items: {
    type: 'object',
    properties: {
      scheme: text('The security scheme in the document. Default: every scheme that it fits.'),
      value: text('An API key or a token.'),
      user: text('A user name, for HTTP Basic.'),
      password: { type: 'string', description: 'The password of the user.' },
      name: text('The name of the caller. Default: user.'),
      scopes: { type: 'array', items: { type: 'string', minLength: 1 }, description: 'Scopes. Default: all.' },
    },
    additionalProperties: false,
  },
};

/** One API of the config. */
export const API_SETTINGS_SCHEMA: ConfigSchema = {
  type: 'object',
  required: ['document'],
  properties: {
    document: text('The OpenAPI document, JSON or YAML: a path relative to this file, or a URL.'),
    name: {
      ...text('The name of the API and of its state file. Default: from the name of the document.'),
      pattern: '^[a-z0-9-]+$',
    },
    base: text('Base path of the API, such as /v2; / for none. Default: from the servers of the document.'),
    overlay: oneOrMore('OpenAPI Overlays that change the document: paths or URLs.'),
    fixtures: oneOrMore('Folders with seed data. Default: the folder fixtures beside the document, if it exists.'),
    handlers: text('Folder with handlers: <operationId>.ts, .mjs or .js.'),
    infer: {
      type: 'object',
      description: 'Annotations that correct wrong guesses, by path, operationId or schema name, as x-understudy.',
      additionalProperties: { type: 'object' },
    },
    credentials: CREDENTIALS,
    cors: flag('Web pages of other origins may call the API. Default true.'),
    options: flag('OPTIONS returns the allowed methods where the document does not declare it. Default true.'),
    recorded: flag('Record requests in the request log. Default true.'),
    jsonMapping: {
      type: 'string',
      enum: ['plain', 'protobuf'],
      description: 'How values are written as JSON; protobuf follows ProtoJSON. Default plain.',
    },
    responseHeaders: {
      type: 'object',
      description: 'Headers of every response.',
      additionalProperties: { type: 'string' },
    },
  },
  additionalProperties: false,
};

/** Settings without a flag. */
const OTHERS: Readonly<Record<string, ConfigSchema>> = {
  apis: {
    type: 'array',
    minItems: 1,
    description: 'The APIs to serve. Default: the OpenAPI document in this folder.',
    items: API_SETTINGS_SCHEMA,
  },
  credentials: CREDENTIALS,
  seed: { type: 'string', description: 'Seed of generated data. Default main.' },
  skipOperations: {
    type: 'array',
    description: 'Operations that verify and parity never send: operationIds, or METHOD /path with * for any text.',
    items: { type: 'string', minLength: 1 },
  },
};

/** The schema, as spec/config.schema.json has it. */
export function configSchema() {
  const settings = Object.entries(SETTINGS).map(([name, setting]): [string, ConfigSchema] => [name, schemaOf(setting)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Config of Understudy',
    description: 'understudy.yaml, understudy.yml or understudy.json',
    type: 'object',
    properties: {
      $schema: { type: 'string', description: 'The address of this schema, for editors.' },
      ...OTHERS,
      ...Object.fromEntries(settings),
    },
    additionalProperties: false,
  } as const;
}

function schemaOf({ help, takes, choices, maximum, default: usual, defaultNote = usual }: Setting): ConfigSchema {
  const sentence = `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;
  const description = defaultNote === undefined ? sentence : `${sentence} Default: ${defaultNote}.`;
  if (takes === undefined) return { type: 'boolean', description };
  if (choices) return { type: 'string', enum: choices, description };
  if (maximum !== undefined) return { type: 'integer', minimum: 0, maximum, description };
  return { type: 'string', minLength: 1, description };
}
