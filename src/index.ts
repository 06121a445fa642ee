// The front door: all that a user's api or test may import.

export type { UploadedFile } from './codec/format/uploaded-file.ts';
export { type Config, defineConfig } from './config.ts';
export { createMockServer, type DocumentSettings } from './create-mock-server.ts';
export type { Access, Call, ExampleRequest, Handler, HandlerOf, Handlers, Introduction } from './engine/api.ts';
export type { DocumentReport } from './engine/document-report.ts';
export { ApiError, type ErrorCode } from './engine/failure.ts';
export type { IdSource } from './engine/id-source.ts';
export type {
  CollectionTypes,
  ItemCollection,
  ItemCollections,
  SingleItem,
  UntypedCollection,
  UntypedCollections,
} from './engine/items.ts';
export { describeError, fieldViolations, invalidInput } from './engine/refusal.ts';
export { type HandlerResponse, respond } from './engine/reply.ts';
export type { Credential } from './engine/security/credential.ts';
export type { Caller } from './engine/security/guard.ts';
export { defineClient, defineLogin } from './issuer/define-login.ts';
export type {
  Claims,
  ClaimsPlace,
  IssuedToken,
  Login,
  LoginClient,
  LoginKey,
  LoginMachine,
  LoginOrganization,
  LoginProvider,
  LoginRoutes,
  LoginUser,
  PersonalToken,
  Scopes,
} from './issuer/login.ts';
export {
  defineApi,
  type InferredApi,
  type LoginApi as Api,
  type LoginCredentials as Credentials,
  type UntypedApi,
} from './issuer/login-api.ts';
export type { Address, MockServer } from './mock-server.ts';
export type { Operation } from './openapi/document.ts';
export type { DocumentFinding } from './openapi/document-finding.ts';
export { type Finding, isUnreadable } from './openapi/finding.ts';
export type { Schema } from './openapi/objects.ts';
export type { Annotations } from './openapi/words.ts';
export { Problems } from './schema/problems.ts';
export type { MockServerSettings } from './server-settings.ts';
export type { Collection, DraftCollection } from './store/collection.ts';
export type { Draft } from './store/draft.ts';
export type { Group, Index } from './store/groups.ts';
export {
  ConflictError,
  type Entry,
  GoneError,
  type KeptRecords,
  type Log,
  type LogPlace,
  type Newer,
  type Origin,
  type Outcome,
  type PersistedState,
  PersistenceError,
  type Places,
  type ProblemOf,
  type Step,
  type Whole,
} from './store/log.ts';
export type { Store } from './store/store.ts';
export type { View } from './store/view.ts';
