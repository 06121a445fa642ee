// The workload `operations`: the cost of a response in documents of increasing size.

import type { Contender } from '../contender.ts';
import { examplesFor } from '../examples.ts';
import { changeThing, writeDocument } from '../generated-document.ts';
import { underLoad } from '../measure.ts';
import { interleave } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { sizedTable } from '../sizes.ts';

const SIZES = [4, 100, 1_000, 2_000];

export async function operations(settings: Settings): Promise<string> {
  const contenders: Contender[] = [];
  for (const size of SIZES) {
    const document = await writeDocument(settings.folder, size);
    // In the middle of the document, so that neither the first nor the last path is favoured.
    const all = await examplesFor(document, { change: changeThing(Math.floor(size / 8)) });
    contenders.push(...all.map((contender) => ({ ...contender, size })));
  }
  const measured = await interleave(contenders, settings.rounds, (contender) => underLoad(contender, settings));
  return sizedTable({
    measured,
    sizes: SIZES,
    of: 'operations',
    questions: { change: '`PUT` with a body' },
    cost: ({ processor }) => processor,
    compared: [1_000, 2_000],
  });
}
