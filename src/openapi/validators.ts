// The validators that openapi-backend makes for operations. The only door to it.

import type { ValidateFunction } from 'ajv';
import { OpenAPIValidator } from 'openapi-backend';
import { addFormats } from '../schema/formats.ts';
import { addUniqueItems } from '../schema/unique-items.ts';
import type { Answer } from './answers.ts';
import { JSON_TYPE, jsonTypeOf } from './json-type.ts';
import type { DocumentObject, OperationObject, Schema } from './objects.ts';
import type { DocumentSource } from './open-document.ts';
import type { Parameter } from './parameters.ts';
import { valueAt } from './pointer.ts';
import type { Part } from './references.ts';
import type { RequestBody } from './request-body.ts';
import { thrifty, type Validate } from './validate.ts';

/** What a request is held against. */
export interface Described {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
}

/** Compiles validators when it is asked for them. */
export interface Validators {
  /** The validators of a request, in the order in which they are to be asked. */
  ofRequest(operation: Described): readonly Validate[];
  /** The validator of an answer; undefined when the document describes no JSON for it. */
  ofAnswer(answer: Answer): Validate | undefined;
}

/** An operation as openapi-backend reads it, references resolved. */
interface BackendOperation extends OperationObject {
  readonly method: string;
  readonly path: string;
}

export function createValidators({ dereferenced: document }: Pick<DocumentSource, 'dereferenced'>): Validators {
  const first = compiler(document, { allErrors: false });
  const all = compiler(document, { allErrors: true });
  // Many answers have the same schema, that of errors above all.
  const bySchema = new WeakMap<Schema, Validate>();
  const resolved = (schema: Part<Schema> | undefined) =>
    schema && (valueAt(document, schema.pointer) as Schema | undefined);
  const responses = { 200: { description: '' } };
  return {
    ofRequest({ method, path, parameters, body }) {
      const content = body?.mediaTypes.map(({ type, schema }) => [type, { schema: resolved(schema) }]);
      const operation: BackendOperation = {
        method,
        path,
        parameters: parameters.map(({ name, in: place, required, schema, content, part }) => ({
          ...part.value,
          name,
          in: place,
          required,
          ...(schema && { schema: resolved(schema) as Schema }),
          ...(content && { content: { [content.type]: { schema: resolved(content.schema) as Schema } } }),
        })),
        ...(body && content && { requestBody: { required: body.required, content: Object.fromEntries(content) } }),
        responses,
      };
      let thorough: readonly ValidateFunction[] | undefined;
      return first.ofRequest(operation).map((validate, index) =>
        thrifty(validate, () => {
          thorough ??= all.ofRequest(operation);
          return thorough[index];
        }),
      );
    },
    ofAnswer({ key, part, mediaTypes }) {
      const schema = resolved(jsonTypeOf(mediaTypes)?.schema);
      const known = schema && bySchema.get(schema);
      if (known) return known;
      // openapi-backend looks at application/json only.
      const told = { ...part.value, content: schema && { [JSON_TYPE]: { schema } } };
      const one = { method: 'get', path: '/', responses: { [key]: told } } as BackendOperation;
      const compiled = first.ofResponse(one, key);
      let thorough: ValidateFunction | undefined;
      const validate =
        compiled &&
        thrifty(compiled, () => {
          thorough ??= all.ofResponse(one, key);
          return thorough;
        });
      if (schema && validate) bySchema.set(schema, validate);
      return validate;
    },
  };
}

/** How openapi-backend makes the validators of operations, by one way of looking for errors. */
function compiler(document: DocumentObject, { allErrors }: { readonly allErrors: boolean }) {
  const backend = new ThriftyValidator({
    definition: document as never,
    lazyCompileValidators: true,
    ajvOpts: {
      allErrors,
      strict: false,
      logger: false,
      verbose: true,
      // Schemas share an Ajv: none is known to the others by its `$id`.
      addUsedSchema: false,
      // The schemas of a 3.0 document were validated with the document; in 3.1 a document may say by itself what a schema is.
      validateSchema: !document.openapi.startsWith('3.0'),
    },
    customizeAjv: (ajv) => addUniqueItems(addFormats(ajv)),
  });
  // It passes over operations without an operationId, and uses it for nothing else.
  const named = (operation: BackendOperation) => ({ operationId: operation.path, ...operation }) as never;
  return {
    // The validator of the parameters comes last, yet what stands in the path is read first.
    ofRequest: (operation: BackendOperation): ValidateFunction[] =>
      (backend.buildRequestValidatorsForOperation(named(operation)) ?? []).reverse(),
    ofResponse: (operation: BackendOperation, key: string): ValidateFunction | undefined =>
      backend.buildStatusBasedResponseValidatorForOperation(named(operation))?.[key],
  };
}

type AjvOf = OpenAPIValidator['getAjv'];

/** One Ajv for bodies and one for parameters, where openapi-backend makes three for each operation. */
class ThriftyValidator extends OpenAPIValidator {
  readonly #made = new Map<unknown, ReturnType<AjvOf>>();

  override getAjv(...[context, options]: Parameters<AjvOf>): ReturnType<AjvOf> {
    // Parameters have been read by their schemas already: what is a text still is none of what it must be.
    const made = this.#made.get(options?.coerceTypes) ?? super.getAjv(context, { ...options, coerceTypes: false });
    this.#made.set(options?.coerceTypes, made);
    return made;
  }
}
