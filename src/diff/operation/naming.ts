// Compares operation ids, servers and deprecations.

import { childPointer } from '../../schema/json-pointer.ts';
import { lifecycleChange, lifecycleOf } from '../lifecycle.ts';
import { removedAndAdded } from '../removed-and-added.ts';
import type { FixedRule, OperationRuleInput } from './rule-input.ts';

export const NAMING_RULES = {
  'operation-id-changed': {
    title: 'The operationId changed; generated clients use it for function names.',
    clients: 'risky',
    servers: 'harmless',
  },
  'tags-changed': { title: 'The tags of an operation changed.', clients: 'harmless', servers: 'harmless' },
  'operation-deprecated': { title: 'An operation was deprecated.', clients: 'harmless', servers: 'harmless' },
  'operation-not-deprecated': {
    title: 'An operation is no longer deprecated.',
    clients: 'harmless',
    servers: 'harmless',
  },
  'operation-sunset-changed': {
    title: 'The sunset date of a deprecated operation was moved to an earlier day or removed (`x-sunset`).',
    clients: 'risky',
    servers: 'harmless',
  },
  'operation-server-removed': {
    title: 'A server of an operation was removed.',
    clients: 'risky',
    servers: 'harmless',
  },
  'operation-server-added': { title: 'A server of an operation was added.', clients: 'harmless', servers: 'risky' },
} as const satisfies Readonly<Record<string, FixedRule>>;

type Input = OperationRuleInput<keyof typeof NAMING_RULES>;

export function compareNaming(between: Input): void {
  const { old, new: now, documents, tell } = between;
  const at = { old: old.part.pointer, new: now.part.pointer };
  if (old.operationId !== undefined && old.operationId !== now.operationId) {
    const place = { old: childPointer(at.old, 'operationId'), new: childPointer(at.new, 'operationId') };
    tell(
      'operation-id-changed',
      `operationId changed from ${old.operationId} to ${now.operationId ?? '(none)'}`,
      place,
    );
  }
  const tagsIn = (operation: object) => {
    const { tags } = operation as { readonly tags?: unknown };
    return Array.isArray(tags) ? [...tags].sort().join(', ') : '';
  };
  const [was, is] = [tagsIn(old.part.value), tagsIn(now.part.value)];
  if (was !== is)
    tell('tags-changed', `tags changed to ${is || '(none)'}`, { ...at, new: childPointer(at.new, 'tags') });
  const change = lifecycleChange(lifecycleOf(old.part.value), lifecycleOf(now.part.value));
  if (change) tell(`operation-${change.rule}`, change.what, { ...at, new: childPointer(at.new, 'deprecated') });
  // Global servers are compared once.
  if (!old.servers && !now.servers) return;
  const { gone, added } = removedAndAdded(old.servers ?? documents.old.servers, now.servers ?? documents.new.servers);
  for (const url of gone) tell('operation-server-removed', `server ${url} removed`, at);
  for (const url of added) tell('operation-server-added', `server ${url} added`, at);
}
