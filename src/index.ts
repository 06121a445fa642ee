// The main entry: everything that APIs and tests of users may import.

export { type Config, defineConfig } from './app/config.ts';
export { createMockServer, type DocumentObject, type DocumentSettings } from './app/create-mock-server.ts';
export type { Address, MockServer } from './app/mock-server.ts';
export type { MockServerSettings } from './app/server-settings.ts';
export type { Annotations } from './openapi/annotations.ts';
export type { Operation } from './openapi/document.ts';
export type { DocumentFinding } from './openapi/document-finding.ts';
export { type Finding, isUnreadable } from './openapi/finding.ts';
export type { Schema } from './openapi/objects.ts';
export { parseJson } from './schema/json/parse-json.ts';
export { stringifyJson } from './schema/json/stringify-json.ts';
export { UsageError } from './schema/usage-error.ts';
export type { UploadedFile } from './server/codec/formats/uploaded-file.ts';
export { defineClient, defineLogin } from './server/oidc/login/define-login.ts';
export {
  defineApi,
  type InferredApi,
  type LoginApi as Api,
  type LoginCredentials as Credentials,
  type UntypedApi,
} from './server/oidc/login/login-api.ts';
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
} from './server/oidc/login/login-types.ts';
export type {
  Access,
  Call,
  ExampleRequest,
  Handler,
  HandlerOf,
  Handlers,
  Introduction,
  WebhookMessage,
} from './server/pipeline/api/api.ts';
export type { DocumentReport } from './server/pipeline/api/document-report.ts';
export type {
  CollectionTypes,
  ItemCollection,
  ItemCollections,
  SingleItem,
  UntypedCollection,
  UntypedCollections,
} from './server/pipeline/api/items.ts';
export { ApiError, type ErrorCode } from './server/pipeline/errors/api-error.ts';
export { describeError, fieldViolations, invalidInput } from './server/pipeline/errors/describe-error.ts';
export { type HandlerResponse, respond } from './server/pipeline/handler-response.ts';
export type { IdSource } from './server/pipeline/sandbox/id-source.ts';
export type { Caller } from './server/pipeline/security/authenticator.ts';
export type { Credential } from './server/pipeline/security/credential.ts';
export type { Collection, DraftCollection } from './store/collection.ts';
export type { Draft } from './store/draft.ts';
export type { Group, Index } from './store/groups.ts';
export type {
  AppendOutcome,
  ChangeOrigin,
  Entry,
  LogMembers,
  LogStep,
  LogStorage,
  NewEntries,
  OwnLog,
  OwnStorage,
  PersistedState,
  Places,
  ProblemOf,
  SharedLog,
  SharedStorage,
  StorageMembers,
  StoredRecordLists,
  StoreLog,
  WholeState,
} from './store/log/store-log.ts';
export type { Store } from './store/store.ts';
export { StoreError, type StoreErrorDetail, type StoreErrorKind } from './store/store-error.ts';
export type { View } from './store/view.ts';
