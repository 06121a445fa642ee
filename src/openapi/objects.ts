// The parts of an OpenAPI 3.0 document that the engine looks at (OpenAPI Specification 3.0.3, section 4.7).

/** A schema object. Extensions start with `x-`. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  /** The protobuf numbers of `enum`, in its order. */
  readonly 'x-enum-numbers'?: readonly number[];
  /** The protobuf number of each of `properties`. */
  readonly 'x-field-numbers'?: Readonly<Record<string, number>>;
  /** Protobuf numbers that no property may have: those of removed ones. */
  readonly 'x-reserved-numbers'?: readonly number[];
  /** Properties of which a message carries at most one, under the name of their choice. */
  readonly 'x-oneofs'?: Readonly<Record<string, readonly string[]>>;
  /** Of a list that always has one element: in protobuf it is that element. */
  readonly 'x-singular'?: boolean;
  /** The well-known protobuf type that this schema stands for, such as `google.protobuf.Duration`. */
  readonly 'x-message'?: string;
  /** Further full names under which the message is known to clients. */
  readonly 'x-message-aliases'?: readonly string[];
}

export interface MediaTypeObject {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly summary?: string }>>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  /** The protobuf number of the field that carries the parameter in a request message. */
  readonly 'x-field-number'?: number;
}

export interface ResponseObject {
  readonly description: string;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

/** An operation object; `x-` extensions are the api's business. */
export interface OperationObject {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, MediaTypeObject>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** The name of the operation as a remote procedure, such as `ListProjects`. */
  readonly 'x-rpc'?: string;
  readonly [extension: `x-${string}`]: unknown;
}

/** The document itself. */
export interface DocumentObject {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly security?: OperationObject['security'];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
  readonly 'x-protobuf'?: ProtobufService;
}

/** The protobuf service that a document describes: its operations with an `x-rpc`. */
export interface ProtobufService {
  /** Such as `shop.v1`. */
  readonly package: string;
  /** Such as `ShopService`. */
  readonly service: string;
  /** Further full names of the service, such as `example.shop.v1.ShopService`. */
  readonly aliases?: readonly string[];
}
