// The words of a document, as far as somebody looks at them (OpenAPI Specification 3.0.3, section 4.7). Where a document is read, any of these
// objects but a schema may be a reference instead: `references.ts` follows it.

import type { Method } from './methods.ts';

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

export interface ExampleObject {
  readonly value?: unknown;
  readonly summary?: string;
  readonly description?: string;
  readonly externalValue?: string;
}

/** Examples, of a parameter, a header or a media type. */
export interface Exemplified {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, ExampleObject>>;
}

export interface MediaTypeObject extends Exemplified {
  readonly schema?: Schema;
  /** Of each value, in media types that hold several one after the other. Since 3.2. */
  readonly itemSchema?: Schema;
  readonly encoding?: Readonly<Record<string, EncodingObject>>;
}

/** How one property of a form is written. */
export interface EncodingObject extends Styled {
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, HeaderObject>>;
}

/** How values are written as text. */
export interface Styled {
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

/** A value in the head of a message. */
export interface HeaderObject extends Styled, Exemplified {
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  /** With one media type: the value is written in it. */
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

export interface ParameterObject extends HeaderObject {
  readonly name: string;
  /** `querystring`, since 3.2: the whole query, in the media type of `content`. */
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly allowEmptyValue?: boolean;
  /** The protobuf number of the field that carries the parameter in a request message. */
  readonly 'x-field-number'?: number;
}

export interface RequestBodyObject {
  readonly required?: boolean;
  readonly description?: string;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

/** The scopes that a request needs, by the names of the security schemes that it has to satisfy together. */
export type SecurityRequirementObject = Readonly<Record<string, readonly string[]>>;

/** OpenAPI 3.0.3, section 4.7.27; `mutualTLS` is of 3.1. */
export type SecuritySchemeObject =
  | { readonly type: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'oauth2'; readonly flows: Readonly<Record<string, OAuthFlowObject | undefined>> }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
  | { readonly type: 'mutualTLS' };

/** By the name of the flow, such as `authorizationCode`. */
export interface OAuthFlowObject {
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  /** What the scopes are for, by their names. */
  readonly scopes?: Readonly<Record<string, string>>;
}

export interface ServerObject {
  /** May be relative to where the document is, and hold variables: `https://{region}.example.com/v1`. */
  readonly url: string;
  readonly description?: string;
  readonly variables?: Readonly<
    Record<string, { readonly default: string; readonly enum?: readonly string[]; readonly description?: string }>
  >;
}

/** A path, with its operations by their methods. */
export interface PathItemObject extends Readonly<Partial<Record<Method, OperationObject>>> {
  readonly $ref?: string;
  /** Operations by further methods, such as `COPY`. Since 3.2. */
  readonly additionalOperations?: Readonly<Record<string, OperationObject>>;
  readonly parameters?: readonly ParameterObject[];
  readonly servers?: readonly ServerObject[];
}

/** An operation object; `x-` extensions are the api's business. */
export interface OperationObject {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: RequestBodyObject;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security?: readonly SecurityRequirementObject[];
  readonly servers?: readonly ServerObject[];
  /** The name of the operation as a remote procedure, such as `ListProjects`. */
  readonly 'x-rpc'?: string;
  readonly [extension: `x-${string}`]: unknown;
}

/** The document itself. */
export interface DocumentObject {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly security?: OperationObject['security'];
  readonly servers?: readonly ServerObject[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly securitySchemes?: Readonly<Record<string, SecuritySchemeObject>>;
  };
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
