// The validators that openapi-backend makes for operations. The only door to it: it is handed operations of which each schema is a reference to one
// that is compiled by itself, once for all who refer to it.

import type { Ajv, ValidateFunction } from 'ajv';
import { OpenAPIValidator } from 'openapi-backend';
import type { Answer } from './answers.ts';
import type { BodyType } from './content.ts';
import { JSON_TYPE, jsonTypeOf } from './json-type.ts';
import { lazy } from './lazy.ts';
import type { Parameter } from './parameters.ts';
import type { RequestBody } from './request-body.ts';
import type { Schemas } from './schemas.ts';
import type { Validate } from './validate.ts';

/** What a request is held against. */
export interface Described {
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
}

/** Compiles validators when it is asked for them. */
export interface Validators {
  /** The validators of a request, in the order in which they are to be asked. Its body is written in one of the media types, that of JSON where none is given. */
  ofRequest(operation: Described, type?: BodyType): readonly Validate[];
  /** The validator of an answer whose body is in one of the media types, in JSON where none is given; undefined when the document describes no such body. */
  ofAnswer(answer: Answer, type?: BodyType): Validate | undefined;
}

/** An operation as openapi-backend reads it. */
interface BackendOperation {
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

export function createValidators(schemas: Schemas): Validators {
  const first = lazy(() => createBackend(schemas.ajv.first()));
  const all = lazy(() => createBackend(schemas.ajv.all()));
  const known = new Map<string, Validate>();

  /** The validator that openapi-backend makes, once for all that have the same key. */
  const validateBy = (key: string, make: (backend: Backend) => ValidateFunction | undefined): Validate | undefined => {
    const made = known.get(key);
    if (made) return made;
    const compiled = make(first());
    if (!compiled) return undefined;
    const thorough = lazy(() => make(all()));
    const validate = schemas.thrifty(compiled, thorough);
    known.set(key, validate);
    return validate;
  };
  const ofBody = ({ required, mediaTypes }: RequestBody, given?: BodyType): Validate | undefined => {
    const { schema } = given ?? jsonTypeOf(mediaTypes) ?? mediaTypes[0] ?? {};
    const content = { [JSON_TYPE]: { schema: schema ? { $ref: schemas.id(schema.pointer, 'request') } : {} } };
    return validateBy(`body ${required} ${schema?.pointer}`, (backend) =>
      backend.ofBody({ requestBody: { required, content }, responses: {} }),
    );
  };
  const ofParameters = (parameters: readonly Parameter[]): Validate | undefined => {
    const told = parameters.map(({ name, in: place, required, schema, content }) => {
      const described = schema ?? content?.schema;
      return { name, in: place, required, schema: described ? { $ref: schemas.id(described.pointer, 'request') } : {} };
    });
    return validateBy(`parameters ${JSON.stringify(told)}`, (backend) =>
      backend.ofParameters({ parameters: told, responses: {} }),
    );
  };
  return {
    // What stands in the path is read first.
    ofRequest: ({ parameters, body }, type) =>
      [ofParameters(parameters), body && ofBody(body, type)].filter((validate) => validate !== undefined),
    ofAnswer({ key, mediaTypes, hasBody }, type) {
      const schema = (type ?? jsonTypeOf(mediaTypes))?.schema;
      const $ref = schema && schemas.id(schema.pointer, 'response');
      const response = {
        ...($ref && { content: { [JSON_TYPE]: { schema: { $ref } } } }),
        ...(hasBody && !$ref && { content: {} }),
      };
      return validateBy(`answer ${$ref ?? `${hasBody} ${key}`}`, (backend) =>
        backend.ofAnswer({ responses: { [key]: response } }, key),
      );
    },
  };
}

interface Backend {
  ofBody(operation: BackendOperation): ValidateFunction | undefined;
  ofParameters(operation: BackendOperation): ValidateFunction | undefined;
  ofAnswer(operation: BackendOperation, key: string): ValidateFunction | undefined;
}

function createBackend(ajv: Ajv): Backend {
  const backend = new SharingValidator(ajv);
  // It passes over operations without an operationId, and uses it for nothing else.
  const named = (operation: BackendOperation) => ({ operationId: 'operation', ...operation }) as never;
  // The validator of the parameters comes last.
  const ofRequest = (operation: BackendOperation) => backend.buildRequestValidatorsForOperation(named(operation)) ?? [];
  return {
    ofBody: (operation) => ofRequest(operation).at(0),
    ofParameters: (operation) => ofRequest(operation).at(-1),
    ofAnswer: (operation, key) => backend.buildStatusBasedResponseValidatorForOperation(named(operation))?.[key],
  };
}

/** One Ajv for all operations, where openapi-backend makes three for each. It does not turn texts into other types: parameters have been read by their schemas. */
class SharingValidator extends OpenAPIValidator {
  readonly #ajv: Ajv;

  constructor(ajv: Ajv) {
    const definition = { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} };
    super({ definition: definition as never, lazyCompileValidators: true });
    this.#ajv = ajv;
  }

  override getAjv(): ReturnType<OpenAPIValidator['getAjv']> {
    return this.#ajv as never;
  }
}
