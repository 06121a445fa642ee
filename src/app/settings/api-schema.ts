// The settings of one API in a config file: schema and type.

import type { Annotations } from '../../openapi/annotations.ts';
import type { JsonMapping } from '../../server/pipeline/api/api.ts';
import type { Credential } from '../../server/pipeline/security/credential.ts';
import { TEXT, type ValueSchema } from './setting.ts';

const text = (description: string): ValueSchema<string> => ({ ...TEXT, description });
const toggle = (description: string): ValueSchema<boolean> => ({ type: 'boolean', description });
const oneOrMore = (description: string): ValueSchema<string | readonly string[]> => ({
  description,
  oneOf: [TEXT, { type: 'array', items: TEXT }],
});

export const CREDENTIALS: ValueSchema<readonly Credential[]> = {
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
      scopes: { type: 'array', items: TEXT, description: 'Scopes. Default: all.' },
    },
    additionalProperties: false,
  },
};

const PROPERTIES = {
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
  } as ValueSchema<Readonly<Record<string, Annotations>>>,
  credentials: CREDENTIALS,
  cors: toggle('Web pages of other origins may call the API. Default true.'),
  options: toggle('OPTIONS returns the allowed methods where the document does not declare it. Default true.'),
  recorded: toggle('Record requests in the request log. Default true.'),
  jsonMapping: {
    type: 'string',
    enum: ['plain', 'protobuf', 'gateway'],
    description:
      'How JSON is read and written: protobuf follows ProtoJSON; gateway too, with the defaults of grpc-gateway: default values are left out, unknown enum names ignored, bodies of every Content-Type read as JSON. Default plain.',
  } as ValueSchema<JsonMapping>,
  textAsJson: toggle(
    'Read text/plain as JSON where the document does not declare it, as gateways of gRPC do. Default false.',
  ),
  responseHeaders: {
    type: 'object',
    description: 'Headers of every response.',
    additionalProperties: { type: 'string' },
  } as ValueSchema<Readonly<Record<string, string>>>,
} as const satisfies Readonly<Record<string, ValueSchema>>;

type Property<Name extends keyof typeof PROPERTIES> = NonNullable<(typeof PROPERTIES)[Name]['valueType']>;

/** One API of a config file. Paths are relative to it. */
export type ApiData = { readonly document: string } & {
  readonly [Name in keyof typeof PROPERTIES]?: Property<Name>;
};

export const API_SCHEMA: ValueSchema<ApiData> = {
  type: 'object',
  required: ['document'],
  properties: PROPERTIES,
  additionalProperties: false,
};
