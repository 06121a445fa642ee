// The validators that openapi-backend makes for operations. The only door to it: it is handed operations of which each schema is a reference to one
// that is compiled by itself, once for all who refer to it.

import type { Ajv, ValidateFunction } from 'ajv';
import { OpenAPIValidator } from 'openapi-backend';
import type { Answer } from '../answers.ts';
import type { BodyType } from '../content.ts';
import { JSON_TYPE, jsonTypeOf } from '../json-type.ts';
import { lazy } from '../lazy.ts';
import type { Schema } from '../objects.ts';
import type { Parameter } from '../parameters.ts';
import { child } from '../pointer.ts';
import type { Part } from '../references.ts';
import type { RequestBody } from '../request-body.ts';
import type { Direction, Schemas } from './schemas.ts';
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
  /** The validator of an answer in one of its media types, that of JSON where none is given; undefined when the document says nothing of it. */
  ofAnswer(answer: Answer, type?: BodyType): Validate | undefined;
  /** The validators of the header fields of an answer: of values by place and name, as for a request. */
  ofHeaders(answer: Answer): readonly Validate[];
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
  const isChecked = ({ name, part }: Parameter): boolean => {
    if (name === '__proto__') schemas.tell(child(part.pointer, 'name'), 'this name cannot be checked');
    return name !== '__proto__';
  };
  const reference = (schema: Part<Schema> | undefined, direction: Direction) =>
    schema ? { $ref: schemas.id(schema.pointer, direction) } : {};
  /** What a body is held against: its schema, and in a media type of many values that of each. */
  const bodySchema = ({ schema, itemSchema }: Partial<BodyType>, direction: Direction) => {
    if (!itemSchema) return reference(schema, direction);
    const list = { type: 'array', items: reference(itemSchema, direction) };
    return schema ? { allOf: [reference(schema, direction), list] } : list;
  };
  return {
    ofRequest({ parameters, body }, type) {
      const mediaTypes = body?.mediaTypes ?? [];
      const schema = bodySchema(type ?? jsonTypeOf(mediaTypes) ?? mediaTypes[0] ?? {}, 'request');
      const operation: BackendOperation = {
        parameters: parameters.filter(isChecked).map(({ name, in: place, required, schema, content }) => {
          return { name, in: place, required, schema: reference(schema ?? content?.schema, 'request') };
        }),
        // openapi-backend looks at application/json only.
        ...(body && {
          requestBody: { required: body.required, content: { [JSON_TYPE]: { schema } } },
        }),
        responses: {},
      };
      const thorough = lazy(() => all().ofRequest(operation));
      return first()
        .ofRequest(operation)
        .map((validate, index) => schemas.thrifty(validate, () => thorough()[index]));
    },
    ofAnswer({ key, mediaTypes, hasBody }, type) {
      const described = type ?? jsonTypeOf(mediaTypes);
      const isSaid = described?.schema !== undefined || described?.itemSchema !== undefined;
      const content = isSaid ? { [JSON_TYPE]: { schema: bodySchema(described, 'response') } } : {};
      const operation: BackendOperation = { responses: { [key]: hasBody ? { content } : {} } };
      const validate = first().ofAnswer(operation, key);
      return validate && schemas.thrifty(validate, () => all().ofAnswer(operation, key));
    },
    ofHeaders({ headers }) {
      const parameters = headers.map(({ name, required, schema, content }) => {
        return { name, in: 'header', required, schema: reference(schema ?? content?.schema, 'response') };
      });
      const operation: BackendOperation = { parameters, responses: {} };
      const thorough = lazy(() => all().ofRequest(operation));
      return first()
        .ofRequest(operation)
        .map((validate, index) => schemas.thrifty(validate, () => thorough()[index]));
    },
  };
}

interface Backend {
  ofRequest(operation: BackendOperation): readonly ValidateFunction[];
  ofAnswer(operation: BackendOperation, key: string): ValidateFunction | undefined;
}

function createBackend(ajv: Ajv): Backend {
  const backend = new SharingValidator(ajv);
  // It passes over operations without an operationId, and uses it for nothing else.
  const named = (operation: BackendOperation) => ({ operationId: 'operation', ...operation }) as never;
  return {
    // The validator of the parameters comes last, yet what stands in the path is read first.
    ofRequest: (operation) => (backend.buildRequestValidatorsForOperation(named(operation)) ?? []).reverse(),
    ofAnswer: (operation, key) => backend.buildStatusBasedResponseValidatorForOperation(named(operation))?.[key],
  };
}

/** One Ajv for all operations, where openapi-backend makes three for each; and one validator for those that ask for the same. */
class SharingValidator extends OpenAPIValidator {
  readonly #ajv: Pick<Ajv, 'compile'>;

  constructor(ajv: Ajv) {
    const definition = { openapi: '3.0.3', info: { title: '', version: '' }, paths: {} };
    super({ definition: definition as never, lazyCompileValidators: true });
    const made = new Map<string, ValidateFunction>();
    const compile = (schema: object) => {
      const text = JSON.stringify(schema);
      const validate = made.get(text) ?? ajv.compile(schema);
      made.set(text, validate);
      return validate;
    };
    this.#ajv = { compile } as Pick<Ajv, 'compile'>;
  }

  override getAjv(): ReturnType<OpenAPIValidator['getAjv']> {
    return this.#ajv as never;
  }
}
