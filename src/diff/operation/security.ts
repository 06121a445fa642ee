// Compares security requirements.

import type { Security, SecurityRequirement, SecuritySchemes } from '../../openapi/security.ts';
import type { At } from '../schema/rule-input.ts';
import type { FixedRule, OperationRuleInput } from './rule-input.ts';

export const SECURITY_RULES = {
  'security-added': { title: 'Authentication became required.', clients: 'breaking', servers: 'harmless' },
  'security-dropped': {
    title: 'Authentication is no longer required.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'security-alternative-removed': {
    title: 'A security alternative was removed.',
    clients: 'breaking',
    servers: 'harmless',
  },
  'security-alternative-added': {
    title: 'A security alternative was added.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'security-scope-added': { title: 'A scope became required.', clients: 'breaking', servers: 'harmless' },
  'security-scope-removed': {
    title: 'A scope is no longer required.',
    clients: 'harmless',
    servers: 'breaking',
  },
} as const satisfies Readonly<Record<string, FixedRule>>;

/** How the callers of one operation, or of many, have to be known in both documents. */
export interface Secured {
  readonly old: Security;
  readonly new: Security;
  readonly at: At;
}

/** @param changed - the changed schemes: reported once by `compareSchemes`, not for each operation */
export function compareSecurity(
  { old, new: now, at }: Secured,
  changed: ChangedSchemes,
  tell: OperationRuleInput<keyof typeof SECURITY_RULES>['tell'],
): void {
  const [before, after] = [waysIn(old), waysIn(now, changed)];
  const [wasOpen, isOpen] = [before, after].map((all) => all.some(({ demands }) => demands.length === 0));
  if (wasOpen && !isOpen) tell('security-added', `authentication required: ${namesOf(after)}`, at);
  if (isOpen && !wasOpen) tell('security-dropped', 'authentication no longer required', at);
  if (wasOpen !== isOpen) return;
  for (const [way, other] of unlike(before, after)) {
    if (other) tell('security-scope-added', `scope ${scopesBeside(way, other)} required`, at);
    else {
      const more = withMore(way, before, after);
      const what = more ? ` alone, but ${more}` : '';
      tell('security-alternative-removed', `no longer accepts ${namesOf([way])}${what}`, at);
    }
  }
  for (const [way, other] of unlike(after, before)) {
    if (other) tell('security-scope-removed', `scope ${scopesBeside(way, other)} no longer required`, at);
    else {
      const more = withMore(way, after, before);
      tell('security-alternative-added', `accepts ${namesOf([way])}${more ? ` alone (was ${more})` : ' now'}`, at);
    }
  }
}

/** One way of being known. */
interface Way {
  readonly demands: readonly { readonly name: string; readonly shown: string; readonly scopes: readonly string[] }[];
  /** The credentials, independent of scheme names. */
  readonly shown: string;
  /** Equal for equal requirements. */
  readonly text: string;
}

/** The previous credentials of schemes with other ones now, by name. */
export type ChangedSchemes = ReadonlyMap<string, string>;

/** Finds schemes of equal names whose credentials differ, unless another scheme takes the previous ones now. */
export function findChangedSchemes(old: SecuritySchemes, now: SecuritySchemes): ChangedSchemes {
  const credentials = (schemes: SecuritySchemes) =>
    new Map([...schemes].map(([name, scheme]) => [name, shownFor({ name, scheme })]));
  const [before, after] = [credentials(old), credentials(now)];
  const current = new Set(after.values());
  return new Map(
    [...before].flatMap(([name, was]) => {
      const is = after.get(name);
      const isChanged = is !== undefined && !current.has(was);
      return isChanged ? [[name, was] as const] : [];
    }),
  );
}

/** Without a requirement, everyone has access. @param changed - schemes whose previous credentials count as theirs */
function waysIn({ alternatives }: Security, changed?: ChangedSchemes): readonly Way[] {
  const all: Security['alternatives'] = alternatives.length === 0 ? [[]] : alternatives;
  return all.map((one) => {
    const demands = one.map((demand) => ({
      name: demand.name,
      shown: changed?.get(demand.name) ?? shownFor(demand),
      scopes: demand.scopes,
    }));
    const texts = demands.map(({ shown, scopes }) => JSON.stringify([shown, ...[...scopes].sort()]));
    return { demands, shown: JSON.stringify(demands.map(({ shown }) => shown).sort()), text: texts.sort().join() };
  });
}

/** The credentials of a requirement, equal for equal ones. */
function shownFor(requirement: Pick<SecurityRequirement, 'name' | 'scheme'>): string {
  const text = describeCredentials(requirement);
  return text.startsWith('header ') ? text.toLowerCase() : text;
}

/** Describes the credentials of a requirement: `header X-Key`, `http bearer`. */
export function describeCredentials({ name, scheme }: Pick<SecurityRequirement, 'name' | 'scheme'>): string {
  if (scheme?.type === 'apiKey') return `${scheme.in} ${scheme.name}`;
  if (scheme?.type === 'http') return `http ${String(scheme.scheme).toLowerCase()}`;
  return scheme?.type ?? name;
}

/** Maximum number of compared pairs of requirements. Above it, only equal ones are recognised. */
const MOST_HELD = 100_000;

/** Requirements of only one document, with the one of the other that has equal credentials and other scopes. */
function unlike(some: readonly Way[], others: readonly Way[]): readonly (readonly [Way, Way | undefined])[] {
  const texts = new Set(others.map(({ text }) => text));
  const byShown = new Map(others.map((other) => [other.shown, other]));
  const left = some.filter(({ text }) => !texts.has(text));
  const areMany = left.length * others.length > MOST_HELD;
  return left
    .filter((way) => areMany || !others.some((other) => suffices(way, other)))
    .map((way) => [way, byShown.get(way.shown)]);
}

/** Whether the credentials of one requirement satisfy another. */
function suffices(one: Way, other: Way): boolean {
  return other.demands.every(({ shown, scopes }) =>
    one.demands.some((mine) => mine.shown === shown && scopes.every((scope) => mine.scopes.includes(scope))),
  );
}

/** The first requirement of the other document that includes one of these, and more; empty if there is none. */
function withMore(way: Way, beside: readonly Way[], others: readonly Way[]): string {
  if (beside.length * others.length > MOST_HELD) return '';
  return namesOf(
    others.filter((other) => other.demands.length > way.demands.length && suffices(other, way)).slice(0, 1),
  );
}

/** The scopes of only the first requirement. */
function scopesBeside(way: Way, other: Way): string {
  const known = new Set(way.demands.flatMap(({ scopes }) => scopes));
  const more = other.demands.flatMap(({ scopes }) => scopes).filter((scope) => !known.has(scope));
  return more.join(' and ') || 'of another scheme';
}

function namesOf(ways: readonly Way[]): string {
  return ways.map(({ demands }) => demands.map(({ name }) => name).join(' with ')).join(' or ');
}
