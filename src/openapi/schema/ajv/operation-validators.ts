// Validators of operations: schemas of openapi-backend, compiled with those of the document.

import type { Ajv, ValidateFunction } from 'ajv';
import { childPointer } from '../../../schema/json-pointer.ts';
import { once } from '../../../schema/once.ts';
import { type BodyMediaType, JSON_TYPE, jsonMediaType } from '../../content.ts';
import { bareMediaType, cachedMediaType, isEventStream } from '../../media-type.ts';
import type { Schema } from '../../objects.ts';
import type { OperationResponse } from '../../operation-responses.ts';
import type { Parameter } from '../../parse-parameters.ts';
import type { Part, References } from '../../references.ts';
import type { RequestBody } from '../../request-body.ts';
import { getSchemaShape } from '../schema-shape.ts';
import type { SchemaValidators, Validate, ValidationDirection } from '../schema-validators.ts';
import type { BackendOperation, BackendSchemas } from './backend-schemas.ts';

/** The parts of an operation that define its requests. */
interface RequestDefinition {
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
}

/** Compiles validators on demand. */
export interface OperationValidators {
  /** Validators of a request in their order. Default type: JSON. */
  forRequest(operation: RequestDefinition, type?: BodyMediaType): readonly Validate[];
  /** The validator of a response. Default type: JSON. Undefined if there is nothing to validate. */
  forResponse(response: OperationResponse, type?: BodyMediaType): Validate | undefined;
  /** Validators of response headers: of values by location and name, as for a request. */
  forHeaders(response: OperationResponse): readonly Validate[];
}

export function createOperationValidators(
  schemas: SchemaValidators,
  outlines: BackendSchemas,
  references: References,
): OperationValidators {
  const first = once(() => createSharedCompiler(schemas.ajv.first()));
  const all = once(() => createSharedCompiler(schemas.ajv.all()));
  const compiled = (schema: object): Validate => schemas.combine(first()(schema), () => all()(schema));
  const isChecked = ({ name, part }: Parameter): boolean => {
    if (name === '__proto__')
      schemas.reportUnenforced(childPointer(part.pointer, 'name'), 'this name is not supported');
    return name !== '__proto__';
  };
  const reference = (schema: Part<Schema> | undefined, direction: ValidationDirection) =>
    schema ? { $ref: schemas.id(schema.pointer, direction) } : {};
  /** The schema of a body; for sequences that of each item. */
  const bodySchema = ({ schema, itemSchema }: Partial<BodyMediaType>, direction: ValidationDirection) => {
    if (!itemSchema) return reference(schema, direction);
    const list = { type: 'array', items: reference(itemSchema, direction) };
    return schema ? { allOf: [reference(schema, direction), list] } : list;
  };
  return {
    forRequest({ parameters, body }, type) {
      const mediaTypes = body?.mediaTypes ?? [];
      const mediaType = type ?? jsonMediaType(mediaTypes) ?? mediaTypes[0];
      const schema = !mediaType || isRawBytes(mediaType, references) ? {} : bodySchema(mediaType, 'request');
      const operation: BackendOperation = {
        parameters: parameters.filter(isChecked).map(({ name, in: location, required, schema, content }) => {
          return { name, in: location, required, schema: reference(schema ?? content?.schema, 'request') };
        }),
        // openapi-backend reads application/json only.
        ...(body && {
          requestBody: { required: body.required, content: { [JSON_TYPE]: { schema } } },
        }),
        responses: {},
      };
      return outlines.forRequest(operation).map(compiled);
    },
    forResponse({ key, mediaTypes, hasBody }, type) {
      const described = type ?? jsonMediaType(mediaTypes);
      const hasSchema =
        (described?.schema !== undefined || described?.itemSchema !== undefined) && !isRawBytes(described, references);
      const media = described && cachedMediaType(described.type);
      const direction = media && isEventStream(media) ? 'event' : 'response';
      const content = hasSchema ? { [JSON_TYPE]: { schema: bodySchema(described, direction) } } : {};
      const operation: BackendOperation = { responses: { [key]: hasBody ? { content } : {} } };
      const responseSchema = outlines.forResponse(operation, key);
      return responseSchema && compiled(responseSchema);
    },
    forHeaders({ headers }) {
      const parameters = headers.map(({ name, required, schema, content }) => {
        return { name, in: 'header', required, schema: reference(schema ?? content?.schema, 'response') };
      });
      const operation: BackendOperation = { parameters, responses: {} };
      return outlines.forRequest(operation).map(compiled);
    },
  };
}

/** Media types with structured content; other bodies are bytes. */
const STRUCTURED = /json|xml|csv|urlencoded|yaml|javascript|sql|graphql|jwt|proto|grpc|^(text|multipart)\/|\*/;

/** Whether a body stays bytes although its schema describes another type: then it is not validated. */
function isRawBytes({ type, schema }: BodyMediaType, references: References): boolean {
  const types = getSchemaShape(schema, references)?.types;
  return !STRUCTURED.test(bareMediaType(type)) && types !== undefined && types.size > 0 && !types.has('string');
}

/** Compiles schemas; equal ones share a validator. */
function createSharedCompiler(ajv: Ajv): (schema: object) => ValidateFunction {
  const cache = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const validate = cache.get(text) ?? ajv.compile(schema);
    cache.set(text, validate);
    return validate;
  };
}
