// Stream scenario: the items of a stream of changes while an item is created.

import { setTimeout } from 'node:timers/promises';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { PathValues } from '../cases/known-values.ts';
import { pathValuesFor } from './crud.ts';
import { createInput, type ScenarioContext, sendWithExistingIds } from './scenario-context.ts';

/** When items are created after the stream was requested, in milliseconds: the second one for a server that is slow to open it. */
const DELAYS = [50, 500];

/**
 * Creates items while a stream is open: its items are checked as those of every response. Without a change, many
 * streams are silent.
 *
 * @param known - parent values, by the parameter names of `create`
 */
export async function testFollowedStream(
  context: ScenarioContext,
  watch: ResourceAction,
  create: ResourceAction,
  known: PathValues,
): Promise<void> {
  const inputs = DELAYS.flatMap((delay) => {
    const input = createInput(context, create, known, { key: `stream ${delay}` });
    return input ? [{ delay, input }] : [];
  });
  const [first] = inputs;
  const opening = first && createInput(context, watch, pathValuesFor(watch, create, first.input.path, ''));
  if (!opening) return;
  let isOpen = true;
  const stream = context.send(watch, opening, 'stream while an item is created').finally(() => {
    isOpen = false;
  });
  for (const { delay, input } of inputs) {
    await setTimeout(delay);
    if (isOpen) await sendWithExistingIds(context, create, input, 'create while a stream is open');
  }
  await stream;
}
