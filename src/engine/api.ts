// What plugs in: a document, handlers, fixtures, how to know the caller, how to describe a failure.

import type { Operation } from '../openapi/document.ts';
import type { Finding } from '../openapi/finding.ts';
import type { Annotations } from '../openapi/words.ts';
import type { Collections, Identified } from '../store/record.ts';
import type { Store } from '../store/store.ts';
import type { View } from '../store/view.ts';
import type { Answers, NeedsHeaders, ReplyTo } from './answers.ts';
import type { ApiError } from './failure.ts';
import type { IdSource } from './id-source.ts';
import type { ItemCollections, Properties, UntypedCollections } from './items.ts';
import type { HandlerResponse } from './reply.ts';
import type { Credential } from './security/credential.ts';
import type { Caller } from './security/guard.ts';
import type { WireHeaders } from './wire.ts';

/** The operations of a document, as `understudy types` writes them. */
export type Operations<Ops> = {
  readonly [Id in keyof Ops]: {
    readonly input: unknown;
    /** The body of a successful response. */
    readonly output: unknown;
    /** Whether a caller is required. */
    readonly secured: boolean | 'optional';
    /** All documented responses. Without them, handlers return their output only. */
    readonly answers?: Answers<AnswersOf<Ops[Id]>>;
    /** The types of `call.items`. */
    readonly items?: unknown;
    /** The properties that `next({ set })` takes; none where the operation stores no item. */
    readonly set?: unknown;
  };
};

type AnswersOf<Op> = Op extends { readonly answers: infer Named } ? Named : Record<never, never>;

type ItemsOf<Op> = Op extends { readonly items: infer All } ? ItemCollections<All> : UntypedCollections;

type SetOf<Op> = Op extends { readonly set: infer Set }
  ? Partial<Set>
  : Op extends { readonly items: unknown }
    ? never
    : Properties;

/** The argument of a handler. It contains nothing of HTTP. */
export interface Call<
  Input,
  C extends Collections<C>,
  Principal,
  Replies extends HandlerResponse = HandlerResponse,
  Items = UntypedCollections,
  Set = Properties,
> {
  /**
   * Parameters and body properties by their names in the document; names of headers are in lower case. If several have the same name, the path wins, then the
   * query, the header, the cookie and the body. Parameters that were not sent have the `default` of their schema; body properties do not.
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
  readonly store: Store<C>;
  /** The time of this request, by the clock of its sandbox. */
  readonly now: Date;
  /** Returns a new id in the format of the API. */
  newId(): string;
  /** Aborted when the client disconnects or its deadline passes. */
  readonly signal: AbortSignal;
  /**
   * Runs the default behaviour: returns the response that the client would get without this handler.
   *
   * @param change - `set`: properties to set in the item that the operation creates or changes, read-only ones too
   * @example return next({ set: { status: 'open', total: 12 } });
   * @throws ApiError as the default behaviour does; `unimplemented` if there is none
   */
  next(change?: { readonly set: Set }): Promise<Replies>;
}

/** Implements one operation: returns its output or a `respond(…)`, or throws an `ApiError`. */
export type Handler<
  Input,
  Output,
  C extends Collections<C>,
  Principal,
  Replies extends HandlerResponse = HandlerResponse,
  Items = UntypedCollections,
  Set = Properties,
> = (call: Call<Input, C, Principal, Replies, Items, Set>) => Output | Replies | Promise<Output | Replies>;

/** One handler for each operation, by operationId. A missing or misspelt one does not compile. */
export type Handlers<Ops extends Operations<Ops>, C extends Collections<C>, Principal> = {
  readonly [Id in keyof Ops]: Handler<
    Ops[Id]['input'],
    NeedsHeaders<AnswersOf<Ops[Id]>> extends true
      ? never
      : // To the compiler, a function without a return value is `void`, not `undefined`.
        Ops[Id]['output'] extends undefined
        ? void
        : Ops[Id]['output'],
    C,
    PrincipalOf<Ops[Id]['secured'], Principal>,
    ReplyTo<AnswersOf<Ops[Id]>>,
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

/** What an api may look at to know who is calling: the head of a request. What is in its body is read for known callers only. */
export interface Credentials<C extends Collections<C>> {
  readonly operation: Operation;
  readonly headers: WireHeaders;
  /** Whether the request came over a loopback connection. */
  readonly local: boolean;
  /** Whether it came over TLS. */
  readonly secure: boolean;
  /** The path below which the caller finds the sandbox, such as `/_sandbox/blue`; empty when it is the root. */
  readonly base: string;
  readonly store: Store<C>;
  readonly now: Date;
}

/** What an api may look at to decide whether a known caller may do what it asks for. */
export interface Access<C extends Collections<C>, Principal> {
  readonly operation: Operation;
  readonly caller: Principal;
  /** The values in the path, in the declared types; over a remote procedure call they stood in its message. */
  readonly path: Readonly<Record<string, unknown>>;
  readonly store: Store<C>;
  readonly now: Date;
}

/** First steps with an api, for people. */
export interface Introduction {
  readonly callers: readonly { readonly token: string; readonly who: string }[];
  /** A request that works at once. */
  readonly example: ExampleRequest;
  /** One that shows what the first has done. Default: none. */
  readonly after?: ExampleRequest;
}

/** A request, for people who try it. */
export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  /** A bearer token; empty for none. */
  readonly token: string;
  /** Other header fields. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is sent; undefined for nothing. Of a form, an object with its fields: a list is a field for each item, an object has its names in brackets, a `File` is a file. */
  readonly body: unknown;
  /** How the body is sent: as JSON, as `application/x-www-form-urlencoded`, or as `multipart/form-data`. Default `json`. */
  readonly bodyAs?: 'json' | 'form' | 'multipart';
}

/**
 * An api, complete.
 *
 * @typeParam Known - what other parts of the stand-in know of callers, told beside their credentials
 */
export interface Api<Ops extends Operations<Ops>, C extends Collections<C>, Principal, Known = unknown> {
  /** Also the name of its state file; lower-case letters, digits and `-`. */
  readonly name: string;
  /** The OpenAPI document, JSON or YAML: its path or URL, or its text with the path that its references are relative to. */
  readonly document: string | URL | { readonly location: string; readonly text: string | Uint8Array };
  /**
   * Overlays by which the document is changed before anything else is made of it, one after the other (OpenAPI Overlay Specification 1.0.0): paths, or URLs of hosts that
   * may be asked. Default: none.
   */
  readonly overlay?: string | URL | readonly (string | URL)[];
  /**
   * The path below which it is served, such as `/v2`; `/` for none. Requests are also found without it. Default: that of the document's servers, and of those
   * that path items and operations name.
   */
  readonly base?: string;
  /**
   * A folder with one JSON or YAML file for each collection, and a `schema.yaml` that says what a record looks like. Of several folders, a file stands in
   * for those of the same name in the folders before.
   */
  readonly fixtures?: string | URL | readonly (string | URL)[];
  /** How JSON stands for values. Default `plain`. */
  readonly jsonMapping?: 'plain' | 'protobuf';
  /** Whether browser pages of other origins may call it. Default true. */
  readonly cors?: boolean;
  /** Whether `OPTIONS` is answered with the methods that there are, where the document has none of its own. Default true; else it is a wrong method. */
  readonly options?: boolean;
  /** Whether its exchanges stand in the journal. Default true. */
  readonly recorded?: boolean;
  /** Header fields that every answer of this api has. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly handlers: Handlers<Ops, C, Principal>;
  /**
   * Whether operations without a handler are answered all the same: from state that is inferred for the resources of the document, else from its
   * examples, else from its schemas. Answers say which in `x-understudy-source`. Where something is not found as it is, a few words put it right, by the path, the
   * id of an operation or the name of a schema: `{ '/pets/{petId}': { id: 'tag' } }`; a document may say the same below `x-understudy`. Default false:
   * each operation must have a handler.
   */
  readonly infer?: boolean | Readonly<Record<string, Annotations>>;
  /**
   * How new ids are made. Default: UUIDs of version 7, which grow with time. One that only counts on from `last` begins again with each start; let `now` be
   * part of it where records are kept.
   */
  newId?(source: IdSource): string;
  /**
   * Who is calling; asked for operations that the document secures, before a body is read. Where the document lets the caller choose, asked for those who say
   * who they are. Default: as the security schemes of the document have it.
   *
   * @throws ApiError `unauthenticated`
   */
  authenticate?(credentials: Credentials<C> & Known): Principal | Promise<Principal>;
  /**
   * The credentials that are let in where there is no `authenticate`: callers are known by the security schemes of the document then, and are a `Caller` to
   * handlers. Default: any that is written as it should be.
   */
  readonly credentials?: readonly Credential[];
  /** Whether the caller may do that; asked once the request could be read. Default: yes. @throws ApiError `permission_denied` */
  authorize?(access: Access<C, Principal>): void | Promise<void>;
  /**
   * The refusal of input that the document does not allow. Default: `invalid_argument`, naming every finding. The caller is undefined where an
   * operation asks for none.
   */
  rejectInput?(
    operation: Operation,
    findings: readonly [Finding, ...Finding[]],
    caller: Principal | undefined,
  ): ApiError;
  /** The refusal of a token that has expired, for faults that tests plan. Default: `unauthenticated` with a challenge (RFC 6750, section 3.1). */
  expiredToken?(): ApiError;
  /** Who can call it at the start, and how: shown to people who have just started the stand-in. Asked again when a record has changed. */
  introduce?(collections: View<C>): Introduction;
  /**
   * The body of an answer that refuses. Default: what the document describes for the status, with the message in the field for it; problem details
   * (RFC 9457) where it describes none; over a remote procedure call `google.rpc.Status`, as `describeError` gives it.
   */
  describeError?(failure: ApiError): unknown;
}

/**
 * Any api, whatever its operations, records, caller and what is known of callers. The engine pairs each handler only with the document it was checked
 * against, so it may forget these types; this is the one place where it does.
 */
// biome-ignore-start lint/suspicious/noExplicitAny: explained above
export interface AnyApi extends Omit<Api<any, any, any, any>, 'handlers'> {
  /** None but in an api that is inferred. */
  readonly handlers?: Readonly<Record<string, ((call: any) => unknown) | undefined>>;
  /** A folder of handlers beside those; see `InferredApi`. */
  readonly handlerFolder?: string | URL;
  /** Of an api that is inferred and names no fixtures: a folder that may have some. What does not fit is left out, and told. */
  readonly fixturesBeside?: string;
}
// biome-ignore-end lint/suspicious/noExplicitAny: explained above

/** The call of any operation. */
export type AnyCall = Call<unknown, Record<string, Identified>, unknown>;

/** The store of any api. */
export type AnyStore = Store<Record<string, Identified>>;
