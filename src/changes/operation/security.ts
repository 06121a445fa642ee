// How a caller has to be known: the ways of which one is enough.

import type { Security, SecurityDemand } from '../../openapi/security.ts';
import type { At } from '../schema/rule-input.ts';
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

/** How the callers of one operation, or of many, have to be known in both documents. */
export interface Secured {
  readonly old: Security;
  readonly new: Security;
  readonly at: At;
}

export function compareSecurity(
  { old, new: now, at }: Secured,
  tell: Between<keyof typeof SECURITY_RULES>['tell'],
): void {
  const [before, after] = [waysIn(old), waysIn(now)];
  const [wasOpen, isOpen] = [before, after].map((all) => all.some(({ demands }) => demands.length === 0));
  if (wasOpen && !isOpen) tell('security-added', `must be asked by somebody who is known now: ${namesOf(after)}`, at);
  if (isOpen && !wasOpen) tell('security-dropped', 'may be asked by anybody now', at);
  if (wasOpen !== isOpen) return;
  for (const [way, other] of unlike(before, after)) {
    if (other) tell('security-scope-added', `needs the scope ${scopesBeside(way, other)} now`, at);
    else {
      const more = withMore(way, before, after);
      const what = more ? ` alone any more, but ${more}` : ' any more';
      tell('security-alternative-removed', `does not take ${namesOf([way])}${what}`, at);
    }
  }
  for (const [way, other] of unlike(after, before)) {
    if (other) tell('security-scope-removed', `does not need the scope ${scopesBeside(way, other)} any more`, at);
    else {
      const more = withMore(way, after, before);
      tell(
        'security-alternative-added',
        `takes ${namesOf([way])}${more ? ` alone now, and took ${more}` : ' now'}`,
        at,
      );
    }
  }
}

/** One way of being known. */
interface Way {
  readonly demands: readonly { readonly name: string; readonly shown: string; readonly scopes: readonly string[] }[];
  /** What callers show, whatever the schemes are called. */
  readonly shown: string;
  /** The same where the same is asked for. */
  readonly text: string;
}

/** Where nothing is asked for, everybody may come. */
function waysIn({ alternatives }: Security): readonly Way[] {
  const all: Security['alternatives'] = alternatives.length === 0 ? [[]] : alternatives;
  return all.map((one) => {
    const demands = one.map((demand) => ({ name: demand.name, shown: shownFor(demand), scopes: demand.scopes }));
    const texts = demands.map(({ shown, scopes }) => JSON.stringify([shown, ...[...scopes].sort()]));
    return { demands, shown: JSON.stringify(demands.map(({ shown }) => shown).sort()), text: texts.sort().join() };
  });
}

/** What a caller shows to be known. */
function shownFor({ name, scheme }: SecurityDemand): string {
  if (scheme?.type === 'apiKey')
    return `${scheme.in} ${scheme.in === 'header' ? String(scheme.name).toLowerCase() : scheme.name}`;
  if (scheme?.type === 'http') return `http ${String(scheme.scheme).toLowerCase()}`;
  return scheme?.type ?? name;
}

/** How many ways are held against each other to see which ask for no more than others do. Where there are more, only those that ask for the same are alike. */
const MOST_HELD = 100_000;

/** The ways by which nobody is known among others, each with the other one where the same is shown, with other scopes. */
function unlike(some: readonly Way[], others: readonly Way[]): readonly (readonly [Way, Way | undefined])[] {
  const texts = new Set(others.map(({ text }) => text));
  const byShown = new Map(others.map((other) => [other.shown, other]));
  const left = some.filter(({ text }) => !texts.has(text));
  const areMany = left.length * others.length > MOST_HELD;
  return left
    .filter((way) => areMany || !others.some((other) => suffices(way, other)))
    .map((way) => [way, byShown.get(way.shown)]);
}

/** Whether who has what one way asks for has what another one does. */
function suffices(one: Way, other: Way): boolean {
  return other.demands.every(({ shown, scopes }) =>
    one.demands.some((mine) => mine.shown === shown && scopes.every((scope) => mine.scopes.includes(scope))),
  );
}

/** The first way of the other document that asks for all that one of these asks for, and for more; empty where there is none. */
function withMore(way: Way, beside: readonly Way[], others: readonly Way[]): string {
  if (beside.length * others.length > MOST_HELD) return '';
  return namesOf(
    others.filter((other) => other.demands.length > way.demands.length && suffices(other, way)).slice(0, 1),
  );
}

/** The scopes that one way asks for and another one does not. */
function scopesBeside(way: Way, other: Way): string {
  const known = new Set(way.demands.flatMap(({ scopes }) => scopes));
  const more = other.demands.flatMap(({ scopes }) => scopes).filter((scope) => !known.has(scope));
  return more.join(' and ') || 'of another scheme';
}

function namesOf(ways: readonly Way[]): string {
  return ways.map(({ demands }) => demands.map(({ name }) => name).join(' with ')).join(' or ');
}
