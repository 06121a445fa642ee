// Counts operations with handlers, stateful and static ones, in a sentence.

import type { ResponderCounts } from './introductions.ts';

/** Such as `19 operations: 2 with handlers, 12 stateful, 5 static (from an example or generated)`. */
export function respondersSentence({ operations, handlers, resources, webhooks }: ResponderCounts): string {
  const rest = operations - handlers - resources;
  const parts = [
    ...(handlers > 0 ? [`${handlers} with ${handlers === 1 ? 'a handler' : 'handlers'}`] : []),
    ...(resources > 0 ? [`${resources} stateful`] : []),
    ...(rest > 0 ? [`${rest} static (from an example or generated)`] : []),
  ];
  const all = `${operations} ${operations === 1 ? 'operation' : 'operations'}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`;
  const sent = `${webhooks} ${webhooks === 1 ? 'webhook' : 'webhooks'} (send with POST /_understudy/webhooks/{name})`;
  if (webhooks === 0) return all;
  return operations === 0 ? sent : `${all}; ${sent}`;
}
