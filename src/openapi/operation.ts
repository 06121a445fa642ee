// One operation of a document: what goes in, what comes out, and what the document says against it.

import { explain, withoutConsequences } from '../schema/explain.ts';
import type { Finding } from './finding.ts';
import { JSON_TYPE, jsonTypeOf } from './json-type.ts';
import { bareMediaType } from './media-type.ts';
import type { OperationObject, Schema } from './objects.ts';
import type { Validate } from './validate.ts';
import type { LocatedOperation, Validators } from './validators.ts';

/** Values of one request, by where they came from. */
export interface RequestParts {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly header: Record<string, unknown>;
  readonly body: unknown;
}

/** One method and path of a document. */
export interface Operation {
  /** The operationId; `get /pets` where the document gives none. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The operation as the document has it, references resolved. */
  readonly definition: OperationObject;
  /** Whether a caller must say who it is. */
  readonly secured: boolean;
  /** Media types that a body may have, without parameters; empty when the operation takes no body. */
  readonly requestMediaTypes: readonly string[];
  readonly requestSchema: Schema | undefined;
  /** The HTTP status of an answer that is no failure: the lowest 2xx that the document names. */
  readonly successStatus: number;
  /** The schema of the answer with this HTTP status: its own, its class's (`4XX`) or the default one. */
  responseSchema(status: number): Schema | undefined;
  /** The media type of that answer, when it is written as JSON. */
  responseMediaType(status: number): string;
  /** What the document says against a request; twenty findings for a schema at most, one where there is very much to look at. Values in `path` and `query` are turned into the declared types on the way. */
  checkInput(parts: RequestParts): readonly Finding[];
  /** What the document says against an answer. */
  checkOutput(status: number, output: unknown): readonly Finding[];
}

/** Makes an operation ready to be asked. Its validators are compiled when they are first needed. */
export function createOperation(id: string, definition: LocatedOperation, validators: Validators): Operation {
  const content = definition.requestBody?.content ?? {};
  const requestMediaTypes = Object.keys(content).map((type) => bareMediaType(type));
  const mainType = content['application/json'] ?? Object.values(content)[0];
  const { security = [] } = definition;

  let inputValidators: readonly Validate[] | undefined;
  const replies = new Map<number, Reply>();
  const replyWith = (status: number): Reply => {
    const reply = replies.get(status) ?? createReply(definition, status, validators);
    replies.set(status, reply);
    return reply;
  };
  return {
    id,
    method: definition.method.toUpperCase(),
    path: definition.path,
    definition,
    secured: security.length > 0 && !security.some((one) => Object.keys(one).length === 0),
    requestMediaTypes,
    requestSchema: mainType?.schema,
    successStatus: Number(
      Object.keys(definition.responses)
        .sort()
        .find((status) => /^2\d\d$/.test(status)) ?? 200,
    ),
    responseSchema: (status) => replyWith(status).schema,
    responseMediaType: (status) => replyWith(status).mediaType,
    checkInput({ path, query, header, body }) {
      inputValidators ??= validators.ofRequest(definition);
      const parts = { path, query, header, cookie: {} };
      const value = body === undefined ? parts : { ...parts, requestBody: body };
      return inputValidators.flatMap((validate) => findingsOf(validate, value));
    },
    checkOutput: (status, output) => replyWith(status).check(output),
  };
}

/** What the document says of the answers with one HTTP status. */
interface Reply {
  readonly schema: Schema | undefined;
  readonly mediaType: string;
  check(output: unknown): readonly Finding[];
}

function createReply(definition: LocatedOperation, status: number, validators: Validators): Reply {
  const key = responseKey(definition.responses, status);
  const response = definition.responses[key];
  const breach = { part: 'response', pointer: '', params: { status } } as const;
  const unnamed = [
    { ...breach, keyword: 'status', message: `has the status ${status}, which the document does not name` },
  ];
  if (!response) return { schema: undefined, mediaType: JSON_TYPE, check: () => unnamed };

  const full = [{ ...breach, keyword: 'content', message: 'must have no body' }];
  let check: Reply['check'] | undefined;
  const compile = (): Reply['check'] => {
    const validate = validators.ofResponse(definition, key);
    if (validate) return (output) => findingsOf(validate, output ?? null, 'response');
    return (output) => (response.content || output === undefined ? [] : full);
  };
  const json = jsonTypeOf(response.content);
  return {
    schema: json === undefined ? undefined : response.content?.[json]?.schema,
    mediaType: json ?? JSON_TYPE,
    check(output) {
      check ??= compile();
      return check(output);
    },
  };
}

/** Under which name a response stands for a status: its own, its class's or the default. */
function responseKey(responses: OperationObject['responses'], status: number): string {
  return [`${status}`, `${Math.floor(status / 100)}XX`].find((key) => Object.hasOwn(responses, key)) ?? 'default';
}

const PARTS = { path: 'path', query: 'query', header: 'header', cookie: 'cookie', requestBody: 'body' } as const;

/** How many findings are told: each is a sentence. */
const MAX_TOLD = 20;
/** How many errors are looked at for them. Several may come of one mistake, and each has its place in full. */
const MAX_SEEN = 200;

function findingsOf(validate: Validate, value: unknown, part?: 'response'): readonly Finding[] {
  const told = withoutConsequences(validate(value).slice(0, MAX_SEEN)).slice(0, MAX_TOLD);
  return told.map((error) => {
    const [, first = '', ...rest] = error.instancePath.split('/');
    // A required body that is missing is reported against the whole request.
    const inBody = first === '' && error.params.missingProperty === 'requestBody';
    return {
      part: part ?? (inBody ? 'body' : (PARTS[first as keyof typeof PARTS] ?? 'body')),
      pointer: part ? error.instancePath : rest.map((segment) => `/${segment}`).join(''),
      keyword: error.keyword,
      params: error.params,
      message: inBody ? 'must be there' : explain(error),
    };
  });
}
