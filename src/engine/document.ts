// A document that answers questions: which operation is this, is this input allowed, is this output allowed?
// The only door to openapi-backend. Its router lists all operations anew for each request and throws on percent-encoding that
// does not decode; its validators do not check `format`. Both are mended here.

import type { ValidateFunction } from 'ajv';
import { OpenAPIRouter, OpenAPIValidator } from 'openapi-backend';
import { explain, withoutConsequences } from '../schema/explain.ts';
import { addFormats } from '../schema/formats.ts';
import { Problems } from '../schema/problems.ts';
import { Failure } from './failure.ts';
import type { Finding } from './finding.ts';
import type { DocumentSource } from './open-document.ts';
import type { OperationObject, Schema } from './openapi.ts';
import { pathPattern, pathReader } from './path-template.ts';

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
  /** The values that stand in a path of this operation. @throws Failure `invalid_argument` when one does not decode */
  readPath(path: string): Record<string, string>;
  /** What the document says against a request. Values in `path` and `query` are turned into the declared types on the way. */
  checkInput(parts: RequestParts): readonly Finding[];
  /** What the document says against an answer. */
  checkOutput(status: number, output: unknown): readonly Finding[];
}

/** An operation found for a request, with the values that stand in its path. */
export interface Match {
  readonly operation: Operation;
  readonly path: Record<string, string>;
}

export interface Document {
  readonly source: DocumentSource;
  readonly operations: ReadonlyMap<string, Operation>;
  /**
   * The operation that a method and a path mean; undefined when the document has no such path.
   *
   * @throws Failure `unimplemented` (405, with `Allow`) when the path has other methods only
   * @throws Failure `invalid_argument` when a part of the path does not decode
   */
  match(method: string, path: string): Match | undefined;
  /** Whether any method of this path is an operation. */
  hasPath(path: string): boolean;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

class IndexedRouter extends OpenAPIRouter {
  #operations: ReturnType<OpenAPIRouter['getOperations']> | undefined;

  override getOperations() {
    this.#operations ??= super.getOperations();
    return this.#operations;
  }
}

/**
 * Makes a document out of what was read.
 *
 * @throws Problems if two operations have the same operationId
 */
export function createDocument(source: DocumentSource): Document {
  const definition = source.dereferenced as never;
  const router = new IndexedRouter({ definition, ignoreTrailingSlashes: false });
  const validator = new OpenAPIValidator({
    definition,
    router,
    lazyCompileValidators: true,
    ajvOpts: { allErrors: true, strict: false, logger: false, verbose: true },
    customizeAjv: (ajv) => addFormats(ajv),
  });

  const operations = new Map<string, Operation>();
  const byRoute = new Map<string, Operation>();
  for (const found of router.getOperations()) {
    const id = found.operationId ?? `${found.method} ${found.path}`;
    if (operations.has(id))
      throw new Problems(`The document ${source.path} has two operations with the id "${id}".`, []);
    const operation = createOperation(id, found as never, validator);
    operations.set(id, operation);
    byRoute.set(`${found.method} ${found.path}`, operation);
  }

  const find = (method: string, path: string): Operation | undefined => {
    const found = router.matchOperation({ method, path, headers: {} });
    return found && byRoute.get(`${found.method} ${found.path}`);
  };

  const templates = Object.keys(source.dereferenced.paths).map(pathPattern);
  const methodsOf = (path: string) => METHODS.filter((method) => find(method, path));

  return {
    source,
    operations,
    hasPath: (path) => templates.some(({ pattern }) => pattern.test(path)),
    match(method, path) {
      // HEAD is answered as GET without the body (RFC 9110, section 9.3.2).
      const operation = find(method, path) ?? (method === 'HEAD' ? find('GET', path) : undefined);
      if (operation) return { operation, path: operation.readPath(path) };
      const allowed = methodsOf(path).map((other) => other.toUpperCase());
      if (allowed.length === 0) return undefined;
      throw new Failure('unimplemented', 'Method Not Allowed', { status: 405, headers: { allow: allowed.join(', ') } });
    },
  };
}

type Located = OperationObject & { readonly method: string; readonly path: string };

function createOperation(id: string, definition: Located, validator: OpenAPIValidator): Operation {
  const content = definition.requestBody?.content ?? {};
  const requestMediaTypes = Object.keys(content).map((type) => bareMediaType(type));
  const mainType = content['application/json'] ?? Object.values(content)[0];
  const responseOf = (status: number) => definition.responses[statusKey(definition.responses, status)];
  return {
    id,
    method: definition.method.toUpperCase(),
    path: definition.path,
    definition,
    secured:
      (definition.security ?? []).length > 0 && !definition.security?.some((one) => Object.keys(one).length === 0),
    requestMediaTypes,
    requestSchema: mainType?.schema,
    successStatus: Number(
      Object.keys(definition.responses)
        .sort()
        .find((status) => /^2\d\d$/.test(status)) ?? 200,
    ),
    readPath: pathReader(definition.path),
    responseSchema: (status) => responseOf(status)?.content?.['application/json']?.schema,
    checkInput({ path, query, header, body }) {
      const validators = validator.getRequestValidatorsForOperation(id) ?? [];
      const value = { path, query, header, cookie: {}, ...(body === undefined ? {} : { requestBody: body }) };
      // The validator of the parameters comes last, yet what stands in the path is read first.
      return [...validators].reverse().flatMap((validate) => findingsOf(validate, value));
    },
    checkOutput(status, output) {
      const validators = validator.getStatusBasedResponseValidatorForOperation(id) ?? {};
      const key = statusKey(definition.responses, status);
      const validate = validators[key];
      if (validate) return findingsOf(validate, output ?? null, 'response');
      const finding = { part: 'response', pointer: '', params: { status } } as const;
      const response = definition.responses[key];
      if (!response) {
        return [
          { ...finding, keyword: 'status', message: `has the status ${status}, which the document does not name` },
        ];
      }
      if (response.content || output === undefined) return [];
      return [{ ...finding, keyword: 'content', message: 'must have no body' }];
    },
  };
}

/** Under which name a response stands for a status: its own, its class's or the default. */
function statusKey(responses: OperationObject['responses'], status: number): string {
  return [`${status}`, `${Math.floor(status / 100)}XX`].find((key) => Object.hasOwn(responses, key)) ?? 'default';
}

const PARTS = { path: 'path', query: 'query', header: 'header', cookie: 'cookie', requestBody: 'body' } as const;

function findingsOf(validate: ValidateFunction, value: unknown, part?: 'response'): readonly Finding[] {
  if (validate(value)) return [];
  return withoutConsequences(validate.errors ?? []).map((error) => {
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

/** A media type without its parameters, in lower case. */
export function bareMediaType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}
