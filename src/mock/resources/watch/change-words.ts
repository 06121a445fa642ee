// Names of changes in event names and type properties: `ticket.created`, `MODIFIED`.

import { splitWords } from '../../../openapi/name-words.ts';

/** The kind of a change of an item. */
export type ChangeKind = 'created' | 'updated' | 'deleted';

const WORDS: Readonly<Record<ChangeKind, RegExp>> = {
  created: /^(created?|add(ed)?|insert(ed)?|new|upsert(ed)?)$/,
  updated: /^(updated?|changed?|modif(y|ied)|edit(ed)?|patch(ed)?|replaced?|upsert(ed)?)$/,
  deleted: /^(deleted?|removed?|destroy(ed)?)$/,
};

export const CHANGE_KINDS = ['created', 'updated', 'deleted'] as const satisfies readonly ChangeKind[];

/** The first name of each kind of change; empty if no name means one. */
export function nameChanges(names: readonly unknown[]): ReadonlyMap<ChangeKind, string> {
  const texts = names.filter((name) => typeof name === 'string');
  return new Map(
    CHANGE_KINDS.flatMap((kind) => {
      const name = texts.find((text) => splitWords(text).some((word) => WORDS[kind].test(word)));
      return name === undefined ? [] : [[kind, name] as const];
    }),
  );
}

/** Path segments of streams that follow a resource: `/tickets/events`. */
const STREAMS =
  /^(events?|streams?|watch|changes?|change-?(feed|stream|log)|feed|updates?|live|subscribe|subscriptions?|notifications?|sse|listen|follow)$/i;

export function isStreamWord(segment: string | undefined): boolean {
  return segment !== undefined && STREAMS.test(segment);
}
