// Types of OpenAPI objects (OpenAPI Specification 3.0.3, section 4.7).
// Any object but a schema may be a reference instead: `references.ts` resolves it.

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
  /** The protobuf numbers of `enum`, in order. */
  readonly 'x-enum-numbers'?: readonly number[];
  /** The protobuf number of each of `properties`. */
  readonly 'x-field-numbers'?: Readonly<Record<string, number>>;
  /** Reserved protobuf numbers of removed properties. */
  readonly 'x-reserved-numbers'?: readonly number[];
  /** Groups of properties of which a message has at most one, by group name. */
  readonly 'x-oneofs'?: Readonly<Record<string, readonly string[]>>;
  /** A list that always has one element, which is a single field in protobuf. */
  readonly 'x-singular'?: boolean;
  /** The well-known protobuf type of this schema, such as `google.protobuf.Duration`. */
  readonly 'x-message'?: string;
  /** Other full names of the message. */
  readonly 'x-message-aliases'?: readonly string[];
}

export interface ExampleObject {
  readonly value?: unknown;
  readonly summary?: string;
  readonly description?: string;
  readonly externalValue?: string;
  /** The value as data. Since 3.2. */
  readonly dataValue?: unknown;
  /** The value as it is sent. Since 3.2. */
  readonly serializedValue?: string;
}

/** An object with examples: a parameter, a header or a media type. */
export interface WithExamples {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, ExampleObject>>;
}

export interface MediaTypeObject extends WithExamples {
  readonly schema?: Schema;
  /** Schema of each item of a sequence media type. Since 3.2. */
  readonly itemSchema?: Schema;
  readonly encoding?: Readonly<Record<string, EncodingObject>>;
  /** The encodings of the first parts, by position, and of the others. Since 3.2. */
  readonly prefixEncoding?: readonly EncodingObject[];
  readonly itemEncoding?: EncodingObject;
}

/** The encoding of a form property, or of a part. */
export interface EncodingObject extends SerializationStyle {
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, HeaderObject>>;
}

/** The serialization of a value. */
export interface SerializationStyle {
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

/** A header. */
export interface HeaderObject extends SerializationStyle, WithExamples {
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
  /** One media type: the value is serialized in it. */
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

export interface ParameterObject extends HeaderObject {
  readonly name: string;
  /** `querystring`, since 3.2: the whole query string, in the media type of `content`. */
  readonly in: 'path' | 'query' | 'querystring' | 'header' | 'cookie';
  readonly allowEmptyValue?: boolean;
  /** The protobuf field number of the parameter in a request message. */
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

/** Required scopes by security scheme; all schemes must be satisfied. */
export type SecurityRequirementObject = Readonly<Record<string, readonly string[]>>;

/** OpenAPI 3.0.3, section 4.7.27; `mutualTLS` since 3.1, `deprecated` and `oauth2MetadataUrl` since 3.2. */
export type SecuritySchemeObject = (
  | { readonly type: 'apiKey'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | {
      readonly type: 'oauth2';
      readonly flows: Readonly<Record<string, OAuthFlowObject | undefined>>;
      /** The metadata of the authorization server (RFC 8414). */
      readonly oauth2MetadataUrl?: string;
    }
  | { readonly type: 'openIdConnect'; readonly openIdConnectUrl: string }
  | { readonly type: 'mutualTLS' }
) & { readonly deprecated?: boolean };

/** One OAuth flow. */
export interface OAuthFlowObject {
  readonly authorizationUrl?: string;
  /** Of the flow `deviceAuthorization` (RFC 8628). */
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  /** Descriptions of the scopes, by name. */
  readonly scopes?: Readonly<Record<string, string>>;
}

export interface ServerObject {
  /** May be relative to the document, and contain variables: `https://{region}.example.com/v1`. */
  readonly url: string;
  readonly description?: string;
  readonly variables?: Readonly<
    Record<string, { readonly default: string; readonly enum?: readonly string[]; readonly description?: string }>
  >;
}

/** A path with its operations by method. */
export interface PathItemObject extends Readonly<Partial<Record<Method, OperationObject>>> {
  readonly $ref?: string;
  /** Operations with other methods, such as `COPY`. Since 3.2. */
  readonly additionalOperations?: Readonly<Record<string, OperationObject>>;
  readonly parameters?: readonly ParameterObject[];
  readonly servers?: readonly ServerObject[];
}

/** An operation object; `x-` extensions belong to the API. */
export interface OperationObject {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly ParameterObject[];
  readonly requestBody?: RequestBodyObject;
  readonly responses: Readonly<Record<string, ResponseObject>>;
  readonly security?: readonly SecurityRequirementObject[];
  readonly servers?: readonly ServerObject[];
  /** The RPC name of the operation, such as `ListProjects`. */
  readonly 'x-rpc'?: string;
  readonly [extension: `x-${string}`]: unknown;
}

/** The root object of a document. */
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

/** The protobuf service of a document: its operations with an `x-rpc`. */
export interface ProtobufService {
  /** Such as `shop.v1`. */
  readonly package: string;
  /** Such as `ShopService`. */
  readonly service: string;
  /** Other full names of the service, such as `example.shop.v1.ShopService`. */
  readonly aliases?: readonly string[];
}
