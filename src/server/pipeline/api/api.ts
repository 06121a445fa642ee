// The interface of an API: document, handlers, fixtures, authentication, error format.

import type { Annotations } from '../../../openapi/annotations.ts';
import type { Operation } from '../../../openapi/document.ts';
import type { Finding } from '../../../openapi/finding.ts';
import type { Identified, RecordTypes } from '../../../store/record.ts';
import type { Store } from '../../../store/store.ts';
import type { View } from '../../../store/view.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { HandlerResponse } from '../handler-response.ts';
import type { IdSource } from '../sandbox/id-source.ts';
import type { Caller } from '../security/authenticator.ts';
import type { Credential } from '../security/credential.ts';
import type { TraceContext } from '../trace-context.ts';
import type { WireHeaders } from '../wire.ts';
import type { ItemCollections, Properties, UntypedCollections } from './items.ts';
import type { NeedsHeaders, ResponseOf, TypedResponses } from './typed-responses.ts';

/** The operations of a document, as `understudy types` writes them. */
export type Operations<Ops> = {
  readonly [Id in keyof Ops]: {
    readonly input: unknown;
    /** The body of a successful response. */
    readonly output: unknown;
    /** Whether a caller is required. */
    readonly secured: boolean | 'optional';
    /** All documented responses. Without them, handlers return their output only. */
    readonly responses?: TypedResponses<ResponsesOf<Ops[Id]>>;
    /** The types of `call.items`. */
    readonly items?: unknown;
    /** The properties that `next({ set })` takes; none where the operation stores no item. */
    readonly set?: unknown;
  };
};

type ResponsesOf<Op> = Op extends { readonly responses: infer Named } ? Named : Record<never, never>;

type ItemsOf<Op> = Op extends { readonly items: infer All } ? ItemCollections<All> : UntypedCollections;

type SetOf<Op> = Op extends { readonly set: infer Set }
  ? Partial<Set>
  : Op extends { readonly items: unknown }
    ? never
    : Properties;

/** The argument of a handler, independent of HTTP. */
export interface Call<
  Input,
  C extends RecordTypes<C>,
  Principal,
  Replies extends HandlerResponse = HandlerResponse,
  Items = UntypedCollections,
  Set = Properties,
> {
  /**
   * Parameters and body properties by their names in the document; header names are in lower case. Of equal names, the
   * path takes precedence, then query, header, cookie and body. Parameters that were not sent have the `default` of
   * their schema; body properties do not.
   */
  readonly input: Input;
  /** Who sent the request; undefined if the operation needs no caller. */
  readonly caller: Principal;
  /**
   * The items of an API with `infer: true`, by collection, as clients see them.
   *
   * @example const order = await items.orders.get(input.orderId);
   */
  readonly items: Items;
  /** All stored records in their internal form. In an API with `infer: true`, prefer `items`. */
  readonly store: CallStore<C>;
  /** The time of this request, by the clock of its sandbox. */
  readonly now: Date;
  /** Returns a new id in the format of the API. */
  newId(): string;
  /** Aborted when the client disconnects or its deadline passes. */
  readonly signal: AbortSignal;
  /**
   * The trace of this request (W3C Trace Context), to be passed on; undefined without a valid `traceparent` and without
   * OpenTelemetry.
   *
   * @example await fetch(url, { headers: { ...trace?.headers } });
   */
  readonly trace: TraceContext | undefined;
  /**
   * Runs the default behaviour: returns the response that the client would get without this handler.
   *
   * @param change - `set`: properties to set in the item that the operation creates or changes, read-only ones too
   * @example return next({ set: { status: 'open', total: 12 } });
   * @throws ApiError as the default behaviour does; `unimplemented` if there is none
   */
  next(change?: { readonly set: Set }): Promise<Replies>;
  /**
   * Sends a webhook of the document after the response, if that is no error. It goes to this machine, or to a host in
   * `allowCallbacks`; for other URLs the request log has a warning. The request log has the webhook, too.
   *
   * @example await webhook('orderShipped', { url: 'http://localhost:3000/hooks', body: { id: 4 } });
   * @throws ApiError `internal` if the document does not have the webhook
   */
  webhook(name: string, message: WebhookMessage): Promise<void>;
}

/** A webhook to send. */
export interface WebhookMessage {
  readonly url: string;
  /** Default: generated. */
  readonly body?: unknown;
}

/** Implements one operation: returns its output or a `respond(…)`, or throws an `ApiError`. */
export type Handler<
  Input,
  Output,
  C extends RecordTypes<C>,
  Principal,
  Replies extends HandlerResponse = HandlerResponse,
  Items = UntypedCollections,
  Set = Properties,
> = (call: Call<Input, C, Principal, Replies, Items, Set>) => Output | Replies | Promise<Output | Replies>;

/** One handler for each operation, by operationId. A missing or misspelt one does not compile. */
export type Handlers<Ops extends Operations<Ops>, C extends RecordTypes<C>, Principal> = {
  readonly [Id in keyof Ops]: Handler<
    Ops[Id]['input'],
    NeedsHeaders<ResponsesOf<Ops[Id]>> extends true
      ? never
      : // To the compiler, a function without a return value is `void`, not `undefined`.
        Ops[Id]['output'] extends undefined
        ? void
        : Ops[Id]['output'],
    C,
    PrincipalOf<Ops[Id]['secured'], Principal>,
    ResponseOf<ResponsesOf<Ops[Id]>>,
    ItemsOf<Ops[Id]>,
    SetOf<Ops[Id]>
  >;
};

/**
 * A handler in its own file, as `understudy handler` writes it.
 *
 * @example const handler: HandlerOf<Operations, 'addPet'> = ({ next }) => next();
 */
export type HandlerOf<Ops extends Operations<Ops>, Id extends keyof Ops> = Handlers<
  Ops,
  Readonly<Record<string, Identified>>,
  Caller
>[Id];

type PrincipalOf<Secured, Principal> = Secured extends true
  ? Principal
  : Secured extends 'optional'
    ? Principal | undefined
    : undefined;

/** The head of a request, for `authenticate`. The body is read only after the caller is known. */
export interface Credentials<C extends RecordTypes<C>> {
  readonly operation: Operation;
  readonly headers: WireHeaders;
  /** Whether the request came over a loopback connection. */
  readonly local: boolean;
  /** Whether it came over TLS. */
  readonly secure: boolean;
  /** The path prefix of the sandbox, such as `/_sandbox/blue`; empty at the root. */
  readonly base: string;
  readonly store: Store<C>;
  readonly now: Date;
}

/** A request of a known caller, for `authorize`. */
export interface Access<C extends RecordTypes<C>, Principal> {
  readonly operation: Operation;
  readonly caller: Principal;
  /** The path parameters in their declared types. In gRPC, they are fields of the message. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly store: Store<C>;
  readonly now: Date;
}

/** See `jsonMapping` of `Api`. */
export type JsonMapping = 'plain' | 'protobuf' | 'gateway';

/** First steps with an API, for the start page. */
export interface Introduction {
  readonly callers: readonly { readonly token: string; readonly who: string }[];
  /** A request that succeeds at once. */
  readonly example: ExampleRequest;
  /** A request that shows the effect of the first. Default: none. */
  readonly after?: ExampleRequest;
}

/** A request for users to try. */
export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  /** A bearer token; empty for none. */
  readonly token: string;
  /** The user for whom the command issues the token. Default: `token` is sent. */
  readonly tokenOf?: string;
  /** Further headers. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The body; undefined for none. For a form, an object with its fields: a list is one field per item, an object has
   * its names in brackets, a `File` is a file.
   */
  readonly body: unknown;
  /** The format of the body: JSON, `application/x-www-form-urlencoded` or `multipart/form-data`. Default `json`. */
  readonly bodyAs?: 'json' | 'form' | 'multipart';
}

/**
 * An API: an OpenAPI document with its handlers and settings. See `defineApi`.
 *
 * @typeParam Known - what the server adds to `Credentials`
 */
export interface Api<Ops extends Operations<Ops>, C extends RecordTypes<C>, Principal, Known = unknown> {
  /** The name of the API and of its state file: lower-case letters, digits and `-`. */
  readonly name: string;
  /** The OpenAPI document, JSON or YAML: a path, a URL, or its text with the path that `$ref`s are relative to. */
  readonly document: string | URL | { readonly location: string; readonly text: string | Uint8Array };
  /**
   * OpenAPI Overlays (1.0.0) that change the document, applied in order: paths, or URLs of allowed hosts. Default:
   * none.
   */
  readonly overlay?: string | URL | readonly (string | URL)[];
  /**
   * The path prefix, such as `/v2`; `/` for none. Requests without the prefix are found, too. Default: from the
   * `servers` of the document.
   */
  readonly base?: string;
  /**
   * Folders with seed data: one JSON or YAML file for each collection, and `schema.yaml` with the schema of records. A
   * file replaces files of the same name in earlier folders. Default: with `infer`, the folder `fixtures` beside the
   * document, if it exists; `[]` is none.
   */
  readonly fixtures?: string | URL | readonly (string | URL)[];
  /**
   * How JSON is read and written: `protobuf` follows ProtoJSON; `gateway` too, with the defaults of grpc-gateway: default
   * values are left out, unknown enum names ignored, bodies of every `Content-Type` read as JSON. Default `plain`.
   */
  readonly jsonMapping?: JsonMapping;
  /**
   * Whether a body of `text/plain` is read as JSON where the document does not declare that type, as gateways of gRPC
   * do; else 415. A body without `Content-Type` always is. Default false.
   */
  readonly textAsJson?: boolean;
  /** Whether web pages of other origins may call the API. Default true. */
  readonly cors?: boolean;
  /** Whether `OPTIONS` returns the allowed methods where the document does not declare it; else 405. Default true. */
  readonly options?: boolean;
  /** Whether requests are recorded in the request log. Default true. */
  readonly recorded?: boolean;
  /** Headers of every response of the API. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The handlers, by operationId. */
  readonly handlers: Handlers<Ops, C, Principal>;
  /**
   * Whether operations without a handler get responses from the document: from stored items, examples, or generated
   * values. The header `x-understudy-source` names the source. Annotations correct wrong guesses, by path, operationId
   * or schema name: `{ '/pets/{petId}': { id: 'tag' } }`; `x-understudy` in the document does the same. Default false:
   * each operation needs a handler.
   */
  readonly infer?: boolean | Readonly<Record<string, Annotations>>;
  /**
   * Returns a new id. Default: UUIDs of version 7, which sort by time. Ids that only count up from `last` start again
   * with each process: add `now` if records are saved.
   */
  newId?(source: IdSource): string;
  /**
   * Returns the caller of an operation with security requirements; called before the body is read. Where security is
   * optional, called only if credentials were sent. Default: by the security schemes of the document.
   *
   * @throws ApiError `unauthenticated`
   */
  authenticate?(credentials: Credentials<C> & Known): Principal | Promise<Principal>;
  /**
   * The accepted credentials, if there is no `authenticate`. Handlers get a `Caller`. Default: every well-formed
   * credential.
   */
  readonly credentials?: readonly Credential[];
  /**
   * Throws if the caller may not use the operation; called after the request was read. Default: everything is allowed.
   *
   * @throws ApiError `permission_denied`
   */
  authorize?(access: Access<C, Principal>): void | Promise<void>;
  /**
   * Why an operation cannot be served as the document has it, such as an unknown name in an extension: a sentence. It
   * stops the start. Default: every operation can.
   */
  checkOperation?(operation: Operation): string | undefined;
  /**
   * Returns the error for an invalid request. Default: `invalid_argument` with all findings. The caller is undefined
   * where the operation needs none.
   */
  rejectInput?(
    operation: Operation,
    findings: readonly [Finding, ...Finding[]],
    caller: Principal | undefined,
  ): ApiError;
  /**
   * Returns the error for an expired token, for injected faults. Default: `unauthenticated` with a challenge (RFC 6750,
   * section 3.1).
   */
  expiredToken?(): ApiError;
  /** Returns tokens and an example for the start page; called again after data changes. */
  introduce?(collections: View<C>): Introduction;
  /**
   * Returns the body of an error response. Default: as the document describes it for the status, with the message in
   * the matching property; else problem details (RFC 9457); for gRPC, `google.rpc.Status`.
   */
  describeError?(failure: ApiError): unknown;
}

/** An API of any type. The engine pairs handlers only with their own document, so it can ignore the types. */
// biome-ignore-start lint/suspicious/noExplicitAny: explained above
export interface AnyApi extends Omit<Api<any, any, any, any>, 'handlers'> {
  /** May be missing only in an API with `infer`. */
  readonly handlers?: Readonly<Record<string, ((call: any) => unknown) | undefined>>;
  /** A folder with more handlers; see `InferredApi`. */
  readonly handlerFolder?: string | URL;
}
// biome-ignore-end lint/suspicious/noExplicitAny: explained above

/** The call of any operation. */
export type AnyCall = Call<unknown, Record<string, Identified>, unknown>;

/** The store of an API during a request: the history and the other operations are for the control API. */
export type CallStore<C extends RecordTypes<C>> = Pick<
  Store<C>,
  'collections' | 'change' | 'asOf' | 'state' | 'version'
>;

/** The store of any API. */
export type AnyStore = Store<Record<string, Identified>>;

/** The store of any API during a request. */
export type AnyCallStore = CallStore<Record<string, Identified>>;
