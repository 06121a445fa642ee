// The front door: all that a user's api or test may import.

export { type Config, defineConfig } from './config.ts';
export {
  type Access,
  type Api,
  type Call,
  type Credentials,
  defineApi,
  type Handler,
  type Handlers,
  type Introduction,
} from './engine/api.ts';
export { defineClient, defineLogin } from './engine/define-login.ts';
export { type Code, Failure } from './engine/failure.ts';
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
  LoginUser,
  PersonalToken,
  Scopes,
} from './engine/login.ts';
export { describeFailure, fieldViolations, invalidInput } from './engine/refusal.ts';
export type { Operation } from './openapi/document.ts';
export { type Finding, isUnreadable } from './openapi/finding.ts';
export type { Schema } from './openapi/objects.ts';
export { Problems } from './schema/problems.ts';
export { type Address, createStandIn, type StandIn } from './stand-in.ts';
export type { StandInSettings } from './stand-in-settings.ts';
export type { Collection, DraftCollection } from './store/collection.ts';
export type { Draft } from './store/draft.ts';
export type { Group, Index } from './store/groups.ts';
export type { Store } from './store/store.ts';
export type { View } from './store/view.ts';
