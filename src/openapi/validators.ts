// What openapi-backend reads out of a document: its operations, and validators for them. The only door to openapi-backend.
// It is asked once for each operation: its own router goes through every operation for each request.

import type { ValidateFunction } from 'ajv';
import { OpenAPIRouter, OpenAPIValidator } from 'openapi-backend';
import { addFormats } from '../schema/formats.ts';
import { addUniqueItems } from '../schema/unique-items.ts';
import { JSON_TYPE, jsonTypeOf } from './json-type.ts';
import type { DocumentObject, OperationObject, Schema } from './objects.ts';
import { thrifty, type Validate } from './validate.ts';

/** An operation with its place. What its path item says for all its operations, and the document for all, stands in it. */
export interface LocatedOperation extends OperationObject {
  /** In lower case. */
  readonly method: string;
  readonly path: string;
}

/** Compiles validators when it is asked for them. */
export interface Validators {
  /** The validators of a request, in the order in which they are to be asked. They turn path and query values into the declared types. */
  ofRequest(operation: LocatedOperation): readonly Validate[];
  /** The validator of the answer that stands under this key of `responses`; undefined when the document describes no JSON for it. */
  ofResponse(operation: LocatedOperation, key: string): Validate | undefined;
}

/** The operations of a document, references resolved. */
export function operationsOf(document: DocumentObject): readonly LocatedOperation[] {
  return new OpenAPIRouter({ definition: document as never }).getOperations() as never;
}

export function createValidators(document: DocumentObject): Validators {
  const first = compiler(document, { allErrors: false });
  const all = compiler(document, { allErrors: true });
  // Many answers have the same schema, that of errors above all.
  const bySchema = new WeakMap<Schema, Validate>();
  return {
    ofRequest(operation) {
      let thorough: readonly ValidateFunction[] | undefined;
      return first.ofRequest(operation).map((validate, index) =>
        thrifty(validate, () => {
          thorough ??= all.ofRequest(operation);
          return thorough[index];
        }),
      );
    },
    ofResponse(operation, key) {
      const response = operation.responses[key];
      const json = jsonTypeOf(response?.content);
      const content = json === undefined ? undefined : response?.content?.[json];
      const schema = content?.schema;
      const known = schema && bySchema.get(schema);
      if (known) return known;
      // openapi-backend looks at application/json only.
      const told = { ...response, content: content && { [JSON_TYPE]: content } };
      const one = { ...operation, responses: { [key]: told } } as LocatedOperation;
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
  const named = (operation: LocatedOperation) => ({ operationId: operation.path, ...operation }) as never;
  return {
    // The validator of the parameters comes last, yet what stands in the path is read first.
    ofRequest: (operation: LocatedOperation): ValidateFunction[] =>
      (backend.buildRequestValidatorsForOperation(named(operation)) ?? []).reverse(),
    ofResponse: (operation: LocatedOperation, key: string): ValidateFunction | undefined =>
      backend.buildStatusBasedResponseValidatorForOperation(named(operation))?.[key],
  };
}

type AjvOf = OpenAPIValidator['getAjv'];

/** One Ajv for bodies and one for parameters, where openapi-backend makes three for each operation. */
class ThriftyValidator extends OpenAPIValidator {
  readonly #made = new Map<unknown, ReturnType<AjvOf>>();

  override getAjv(...[context, options]: Parameters<AjvOf>): ReturnType<AjvOf> {
    const made = this.#made.get(options?.coerceTypes) ?? super.getAjv(context, options);
    this.#made.set(options?.coerceTypes, made);
    return made;
  }
}
