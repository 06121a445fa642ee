// How a caller has to be known: the ways of which one is enough, and the schemes that they name.

import type { Description } from '../../openapi/description.ts';
import type { OAuthFlowObject, SecuritySchemeObject } from '../../openapi/objects.ts';
import { child } from '../../openapi/pointer.ts';
import type { Security, SecurityDemand } from '../../openapi/security.ts';
import type { At } from '../schema/given.ts';
import type { Between, FixedRule } from './between.ts';

export const SECURITY_RULES = {
  'security-added': { title: 'Callers must say who they are now.', clients: 'breaking', servers: 'harmless' },
  'security-dropped': {
    title: 'Callers need not say any more who they are.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'security-alternative-removed': {
    title: 'One of several ways in which callers may be known is gone.',
    clients: 'breaking',
    servers: 'harmless',
  },
  'security-alternative-added': {
    title: 'Callers may be known in a further way.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'security-scope-added': { title: 'Callers need a further scope.', clients: 'breaking', servers: 'harmless' },
  'security-scope-removed': {
    title: 'Callers do not need a scope any more.',
    clients: 'harmless',
    servers: 'breaking',
  },
} as const satisfies Readonly<Record<string, FixedRule>>;

export const SCHEME_RULES = {
  'oauth-flow-removed': { title: 'A flow of OAuth 2.0 is gone.', clients: 'breaking', servers: 'harmless' },
  'oauth-flow-added': { title: 'There is a further flow of OAuth 2.0.', clients: 'harmless', servers: 'risky' },
  'oauth-url-changed': { title: 'Tokens are got at another address.', clients: 'risky', servers: 'risky' },
  'oauth-scope-removed': { title: 'A scope is not described any more.', clients: 'risky', servers: 'harmless' },
  'oauth-scope-added': { title: 'A further scope is described.', clients: 'harmless', servers: 'harmless' },
} as const satisfies Readonly<Record<string, FixedRule>>;

type Told = Between<keyof typeof SECURITY_RULES>;
type Alternative = readonly SecurityDemand[];

export function compareSecurity({ old, new: now, tell }: Told): void {
  const [before, after] = [alternativesOf(old.security), alternativesOf(now.security)];
  const at = placeOf(old.part.value, old.part.pointer, now.part.value, now.part.pointer);
  const [wasOpen, isOpen] = [before, after].map((all) => all.some((one) => one.length === 0));
  if (wasOpen && !isOpen) tell('security-added', `must be asked by somebody who is known now: ${namesOf(after)}`, at);
  if (isOpen && !wasOpen) tell('security-dropped', 'may be asked by anybody now', at);
  if (wasOpen !== isOpen) return;
  for (const one of before.filter((one) => !after.some((other) => suffices(one, other)))) {
    const other = after.find((alternative) => isSameWay(one, alternative));
    const scopes = other && scopesOf(other).filter((scope) => !scopesOf(one).includes(scope));
    if (scopes) tell('security-scope-added', `needs the scope ${scopes.join(' and ')} now`, at);
    else tell('security-alternative-removed', `does not take ${namesOf([one])} any more`, at);
  }
  for (const one of after.filter((one) => !before.some((other) => suffices(one, other)))) {
    const other = before.find((alternative) => isSameWay(one, alternative));
    const scopes = other && scopesOf(other).filter((scope) => !scopesOf(one).includes(scope));
    if (scopes) tell('security-scope-removed', `does not need the scope ${scopes.join(' and ')} any more`, at);
    else tell('security-alternative-added', `takes ${namesOf([one])} now`, at);
  }
}

/** Where nothing is asked for, everybody may come. */
function alternativesOf({ alternatives }: Security): readonly Alternative[] {
  return alternatives.length === 0 ? [[]] : alternatives;
}

/** Whether who has what one way asks for has what another one does. */
function suffices(one: Alternative, other: Alternative): boolean {
  return other.every((demand) => {
    const same = one.find((mine) => wayOf(mine) === wayOf(demand));
    return same !== undefined && demand.scopes.every((scope) => same.scopes.includes(scope));
  });
}

function isSameWay(one: Alternative, other: Alternative): boolean {
  const ways = (demands: Alternative) => demands.map(wayOf).sort().join(' ');
  return ways(one) === ways(other);
}

/** What a caller does to be known, whatever the scheme is called. */
function wayOf({ name, scheme }: SecurityDemand): string {
  if (scheme?.type === 'apiKey')
    return `${scheme.in} ${scheme.in === 'header' ? String(scheme.name).toLowerCase() : scheme.name}`;
  if (scheme?.type === 'http') return `http ${String(scheme.scheme).toLowerCase()}`;
  return scheme?.type ?? name;
}

function scopesOf(demands: Alternative): readonly string[] {
  return demands.flatMap(({ scopes }) => scopes);
}

function namesOf(alternatives: readonly Alternative[]): string {
  return alternatives.map((demands) => demands.map(({ name }) => name).join(' with ')).join(' or ');
}

/** The place where an operation, or else the document for all, asks who calls. */
function placeOf(old: object, oldAt: string, now: object, newAt: string): At {
  const at = (value: object, pointer: string) =>
    Object.hasOwn(value, 'security') ? child(pointer, 'security') : pointer;
  return { old: at(old, oldAt), new: at(now, newAt) };
}

/** What the schemes themselves say, where both documents have one of a name. */
export function compareSchemes(
  old: Description,
  now: Description,
  tell: (rule: keyof typeof SCHEME_RULES, message: string, at: At) => void,
): void {
  for (const [name, before] of old.schemes) {
    const after = now.schemes.get(name);
    if (!after) continue;
    const pointer = child('/components/securitySchemes', name);
    const at = { old: pointer, new: pointer };
    if (
      before.type === 'openIdConnect' &&
      after.type === 'openIdConnect' &&
      before.openIdConnectUrl !== after.openIdConnectUrl
    )
      tell('oauth-url-changed', `the security scheme ${name} is at ${after.openIdConnectUrl} now`, at);
    const [flows, others] = [flowsOf(before), flowsOf(after)];
    for (const [flow, one] of flows) {
      const other = others.get(flow);
      const said = `the flow ${flow} of the security scheme ${name}`;
      if (!other) tell('oauth-flow-removed', `${said} is gone`, at);
      else compareFlow(said, one, other, (rule, message) => tell(rule, message, at));
    }
    for (const [flow] of others)
      if (!flows.has(flow)) tell('oauth-flow-added', `the security scheme ${name} has a flow ${flow} now`, at);
  }
}

function flowsOf(scheme: SecuritySchemeObject): ReadonlyMap<string, OAuthFlowObject> {
  const flows = scheme.type === 'oauth2' ? Object.entries(scheme.flows ?? {}) : [];
  return new Map(flows.flatMap(([name, flow]) => (flow && typeof flow === 'object' ? [[name, flow] as const] : [])));
}

function compareFlow(
  said: string,
  old: OAuthFlowObject,
  now: OAuthFlowObject,
  tell: (rule: keyof typeof SCHEME_RULES, message: string) => void,
): void {
  for (const url of ['authorizationUrl', 'tokenUrl', 'refreshUrl'] as const)
    if (old[url] !== now[url]) tell('oauth-url-changed', `${said} has the ${url} ${now[url] ?? '(none)'} now`);
  const [before, after] = [Object.keys(old.scopes ?? {}), Object.keys(now.scopes ?? {})];
  for (const scope of before)
    if (!after.includes(scope)) tell('oauth-scope-removed', `${said} has no scope ${scope} any more`);
  for (const scope of after) if (!before.includes(scope)) tell('oauth-scope-added', `${said} has a scope ${scope} now`);
}
