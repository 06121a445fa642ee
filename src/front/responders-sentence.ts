// Who answers the operations of a document, for people.

import type { ResponderCounts } from './introductions.ts';
import { shortPath } from './shown-path.ts';

/** Such as `petstore.yaml has 19 operations: 2 have handlers, 12 remember, 5 answer with examples and samples.` */
export function respondersSentence({ file, operations, handlers, resources, webhooks }: ResponderCounts): string {
  const rest = operations - handlers - resources;
  const many = (count: number, one: string, several: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  const parts = [
    ...many(handlers, 'has a handler', 'have handlers'),
    ...many(resources, 'remembers', 'remember'),
    ...many(rest, 'answers with an example or a sample', 'answer with examples and samples'),
  ];
  const [hooks] = many(webhooks, 'webhook', 'webhooks');
  const sent = hooks && `${hooks}, which POST /_understudy/webhooks/{name} sends.`;
  if (operations === 0 && sent) return `${shortPath(file)} has ${sent}`;
  const all = `${shortPath(file)} has ${operations} ${operations === 1 ? 'operation' : 'operations'}`;
  const told = parts.length === 0 ? `${all}.` : `${all}: ${parts.join(', ')}.`;
  return sent ? `${told} It has ${sent}` : told;
}
