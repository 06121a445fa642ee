// An operation that is parsed on first use: a document may have thousands.

import type { LocatedOperation } from './lookup/path-items.ts';
import { createOperation, type Operation } from './operation.ts';
import type { References } from './references.ts';
import type { OperationValidators } from './schema/ajv/operation-validators.ts';

/** Proxy of an operation that parses it on first use. */
export class LazyOperation implements Operation {
  readonly id: Operation['id'];
  readonly method: Operation['method'];
  readonly path: Operation['path'];
  readonly part: Operation['part'];
  readonly pathItem: Operation['pathItem'];
  readonly references: References;
  readonly #located: LocatedOperation;
  readonly #validators: OperationValidators;
  #whole: Operation | undefined;

  constructor(located: LocatedOperation, references: References, validators: OperationValidators) {
    this.id = located.id;
    this.method = located.method.toUpperCase();
    this.path = located.path;
    this.part = located.part;
    this.pathItem = located.pathItem;
    this.references = references;
    this.#located = located;
    this.#validators = validators;
  }

  /** The parsed operation. */
  get #known(): Operation {
    this.#whole ??= createOperation(this.#located, this.references, this.#validators);
    return this.#whole;
  }

  get definition() {
    return this.#known.definition;
  }
  get parameters() {
    return this.#known.parameters;
  }
  get parameterReader() {
    return this.#known.parameterReader;
  }
  get body() {
    return this.#known.body;
  }
  get responses() {
    return this.#known.responses;
  }
  get security() {
    return this.#known.security;
  }
  get secured() {
    return this.#known.secured;
  }
  get securityOptional() {
    return this.#known.securityOptional;
  }
  get requestMediaTypes() {
    return this.#known.requestMediaTypes;
  }
  get requestSchema() {
    return this.#known.requestSchema;
  }
  get successStatus() {
    return this.#known.successStatus;
  }

  responseSchema(status: number) {
    return this.#known.responseSchema(status);
  }
  validateRequest(...[parts, type]: Parameters<Operation['validateRequest']>) {
    return this.#known.validateRequest(parts, type);
  }
  validateResponse(...[status, output, type]: Parameters<Operation['validateResponse']>) {
    return this.#known.validateResponse(status, output, type);
  }
  validateHeaders(...[status, fields]: Parameters<Operation['validateHeaders']>) {
    return this.#known.validateHeaders(status, fields);
  }
  compile() {
    return this.#known.compile();
  }
}
