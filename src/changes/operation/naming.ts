// What operations are called, where their servers are, and whether they are on their way out.

import { child } from '../../openapi/pointer.ts';
import { isEarlier } from '../schema/lifecycle.ts';
import type { Between, FixedRule } from './between.ts';

export const NAMING_RULES = {
  'operation-id-changed': {
    title: 'An operation has another id, after which generated clients name their functions.',
    clients: 'risky',
    servers: 'harmless',
  },
  'tags-changed': { title: 'An operation has other tags.', clients: 'harmless', servers: 'harmless' },
  'operation-deprecated': { title: 'An operation is deprecated.', clients: 'harmless', servers: 'harmless' },
  'operation-not-deprecated': {
    title: 'An operation is not deprecated any more.',
    clients: 'harmless',
    servers: 'harmless',
  },
  'operation-sunset-changed': {
    title: 'A deprecated operation goes earlier than was said (`x-sunset`), or it is not said any more when.',
    clients: 'risky',
    servers: 'harmless',
  },
  'operation-server-removed': {
    title: 'An operation is not at an address any more.',
    clients: 'risky',
    servers: 'harmless',
  },
  'operation-server-added': { title: 'An operation is at a further address.', clients: 'harmless', servers: 'risky' },
} as const satisfies Readonly<Record<string, FixedRule>>;

type Told = Between<keyof typeof NAMING_RULES>;

export function compareNaming(between: Told): void {
  const { old, new: now, tell } = between;
  const at = { old: old.part.pointer, new: now.part.pointer };
  if (old.operationId !== undefined && old.operationId !== now.operationId) {
    const place = { old: child(at.old, 'operationId'), new: child(at.new, 'operationId') };
    tell(
      'operation-id-changed',
      `has the operationId ${now.operationId ?? '(none)'} now, which was ${old.operationId}`,
      place,
    );
  }
  const tagsIn = (operation: object) => {
    const { tags } = operation as { readonly tags?: unknown };
    return Array.isArray(tags) ? [...tags].sort().join(', ') : '';
  };
  const [was, is] = [tagsIn(old.part.value), tagsIn(now.part.value)];
  if (was !== is) tell('tags-changed', `has the tags ${is || '(none)'} now`, { ...at, new: child(at.new, 'tags') });
  compareEnd(between, at);
  if (!old.servers && !now.servers) return;
  for (const url of old.servers ?? [])
    if (!now.servers?.includes(url)) tell('operation-server-removed', `is not at ${url} any more`, at);
  for (const url of now.servers ?? [])
    if (!old.servers?.includes(url)) tell('operation-server-added', `is at ${url} now`, at);
}

function compareEnd({ old, new: now, tell }: Told, at: { readonly old: string; readonly new: string }): void {
  const [before, after] = [old.part.value, now.part.value];
  const [wasGoing, isGoing] = [before, after].map(
    (operation) => (operation as { deprecated?: unknown }).deprecated === true,
  );
  const [was, is] = [before['x-sunset'], after['x-sunset']];
  const place = { ...at, new: child(at.new, 'deprecated') };
  if (isGoing && !wasGoing)
    tell('operation-deprecated', `is deprecated now${is === undefined ? '' : `, and goes at ${is}`}`, place);
  else if (wasGoing && !isGoing) tell('operation-not-deprecated', 'is not deprecated any more', at);
  else if (isGoing && was !== undefined && isEarlier(was, is))
    tell('operation-sunset-changed', `goes at ${is ?? 'some time'} now, and was said to go at ${was}`, place);
}
