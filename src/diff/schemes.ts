// Compares security schemes: token URLs and scopes.

import type { DocumentDescription } from '../openapi/describe-document.ts';
import type { OAuthFlowObject, SecuritySchemeObject } from '../openapi/objects.ts';
import { childPointer } from '../schema/json-pointer.ts';
import type { FixedRule } from './operation/rule-input.ts';
import { type ChangedSchemes, describeCredentials } from './operation/security.ts';
import { removedAndAdded } from './removed-and-added.ts';
import type { At } from './schema/rule-input.ts';

export const SCHEME_RULES = {
  'security-scheme-changed': {
    title: 'A security scheme takes other credentials.',
    clients: 'breaking',
    servers: 'breaking',
  },
  'oauth-flow-removed': { title: 'An OAuth 2.0 flow was removed.', clients: 'breaking', servers: 'harmless' },
  'oauth-flow-added': { title: 'An OAuth 2.0 flow was added.', clients: 'harmless', servers: 'risky' },
  'oauth-url-changed': {
    title: 'A URL of an OAuth 2.0 or OpenID Connect scheme changed.',
    clients: 'risky',
    servers: 'risky',
  },
  'oauth-scope-removed': {
    title: 'A scope was removed from an OAuth 2.0 flow.',
    clients: 'risky',
    servers: 'harmless',
  },
  'oauth-scope-added': { title: 'A scope was added to an OAuth 2.0 flow.', clients: 'harmless', servers: 'harmless' },
} as const satisfies Readonly<Record<string, FixedRule>>;

/** Compares the schemes of equal names. @param changed - those with other credentials */
export function compareSchemes(
  old: DocumentDescription,
  now: DocumentDescription,
  changed: ChangedSchemes,
  tell: (rule: keyof typeof SCHEME_RULES, message: string, at: At) => void,
): void {
  for (const name of changed.keys()) {
    const pointer = childPointer('/components/securitySchemes', name);
    const [before, after] = [old, now].map(({ schemes }) => describeCredentials({ name, scheme: schemes.get(name) }));
    const message = `security scheme ${name}: takes ${after} instead of ${before}`;
    tell('security-scheme-changed', message, { old: pointer, new: pointer });
  }
  for (const [name, before] of old.schemes) {
    const after = now.schemes.get(name);
    if (!after) continue;
    const pointer = childPointer('/components/securitySchemes', name);
    const at = { old: pointer, new: pointer };
    for (const [url, address] of Object.entries(metadataUrls(after)))
      if (address !== metadataUrls(before)[url])
        tell('oauth-url-changed', `security scheme ${name}: ${url} changed to ${address ?? '(none)'}`, at);
    const [flows, others] = [flowsOf(before), flowsOf(after)];
    for (const [flow, one] of flows) {
      const other = others.get(flow);
      const subject = `security scheme ${name}, flow ${flow}`;
      if (!other) tell('oauth-flow-removed', `${subject}: removed`, at);
      else compareFlow(subject, one, other, (rule, message) => tell(rule, message, at));
    }
    for (const [flow] of others)
      if (!flows.has(flow)) tell('oauth-flow-added', `security scheme ${name}, flow ${flow}: added`, at);
  }
}

/** The addresses of metadata that a scheme has, apart from its flows. */
function metadataUrls(scheme: SecuritySchemeObject): Readonly<Record<string, string | undefined>> {
  if (scheme.type === 'openIdConnect') return { openIdConnectUrl: scheme.openIdConnectUrl };
  return scheme.type === 'oauth2' ? { oauth2MetadataUrl: scheme.oauth2MetadataUrl } : {};
}

function flowsOf(scheme: SecuritySchemeObject): ReadonlyMap<string, OAuthFlowObject> {
  const flows = scheme.type === 'oauth2' ? Object.entries(scheme.flows ?? {}) : [];
  return new Map(flows.flatMap(([name, flow]) => (flow && typeof flow === 'object' ? [[name, flow] as const] : [])));
}

function compareFlow(
  subject: string,
  old: OAuthFlowObject,
  now: OAuthFlowObject,
  tell: (rule: keyof typeof SCHEME_RULES, message: string) => void,
): void {
  for (const url of ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'] as const)
    if (old[url] !== now[url]) tell('oauth-url-changed', `${subject}: ${url} changed to ${now[url] ?? '(none)'}`);
  const { gone, added } = removedAndAdded(Object.keys(old.scopes ?? {}), Object.keys(now.scopes ?? {}));
  for (const scope of gone) tell('oauth-scope-removed', `${subject}: scope ${scope} removed`);
  for (const scope of added) tell('oauth-scope-added', `${subject}: scope ${scope} added`);
}
