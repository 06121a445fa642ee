// Types of operations for tests: ids, statuses, and patches of responses.

import type { ExchangeMatch, FaultPlan, FaultTarget } from '../server/control/operations.ts';
import type { StatusOf } from '../server/pipeline/api/response-status.ts';

/** Operations without generated types: every text is an id. Code for these takes typed clients, too. */
// biome-ignore lint/suspicious/noExplicitAny: only `any` is compatible with all operations
export type AnyOperations = any;

/** The id of an operation. */
export type OperationId<Ops> = Extract<keyof Ops, string>;

/** A fault plan with the ids of these operations. */
export type FaultPlanOf<Ops> = Omit<FaultPlan, 'on'> & {
  readonly on?: Omit<FaultTarget, 'operation'> & { readonly operation?: OperationId<Ops> };
};

/** Conditions of requests with the ids of these operations. */
export type ExchangeMatchOf<Ops> = Omit<ExchangeMatch, 'operation'> & { readonly operation?: OperationId<Ops> };

/** A status that an operation declares, or a server error. */
export type ResponseStatus<Ops, Id> =
  Named<Ops, Id> extends { readonly responses: infer All } ? DeclaredStatus<All> | 500 | 502 | 503 | 504 : number;

/** Values for the body of a response: some properties of an object, or a whole value of another type. */
export type ResponsePatch<Ops, Id, Status> =
  Named<Ops, Id> extends { readonly responses: infer All } ? PatchOf<BodyOf<All, Status>> : unknown;

type Named<Ops, Id> = Id extends keyof Ops ? Ops[Id] : unknown;

type DeclaredStatus<All> = { [Key in keyof All]: StatusOf<Key, keyof All> }[keyof All] & number;

type BodyOf<All, Status> = {
  [Key in keyof All]: Status extends StatusOf<Key, keyof All>
    ? All[Key] extends { readonly body: infer Body }
      ? Body
      : never
    : never;
}[keyof All];

/** `null` removes an optional property. */
type PatchOf<Body> = Body extends readonly unknown[]
  ? Body
  : Body extends Uint8Array
    ? string
    : Body extends AsyncIterable<infer Item>
      ? readonly Item[]
      : Body extends object
        ? { readonly [Name in keyof Body]?: PatchOf<Body[Name]> | (IsOptional<Body, Name> extends true ? null : never) }
        : Body;

type IsOptional<Body, Name extends keyof Body> = Record<never, never> extends Pick<Body, Name> ? true : false;
