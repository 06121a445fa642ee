// All attacks in full, as a table: `npm run test:hostile`, or those with a word in the title: `npm run test:hostile -- snapshots`.

import { installPeers } from '../../bench/peers.ts';
import type { Attack } from './attack.ts';
import { largeDocuments } from './attacks/large-documents.ts';
import { ATTACKS } from './attacks.ts';
import { BUDGET, excessOf, figuresOf } from './budget.ts';
import { measure } from './measure.ts';
import { canMeasure, startMockServer } from './server.ts';

const [word = ''] = process.argv.slice(2);
const chosen = ATTACKS.filter(({ title }) => title.includes(word));

function row(cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

/** On a shared machine, one measurement can be off by a third. */
async function costOf(attack: Attack) {
  const server = await startMockServer(attack);
  try {
    return await measure(server, attack, 'full');
  } finally {
    await server.stop();
  }
}

if (!canMeasure) {
  process.stderr.write('Only Linux tells how much processor time another process has taken.\n');
  process.exitCode = 2;
} else if (chosen.length === 0) {
  process.stderr.write(`No attack has "${word}" in its title.\n`);
  process.exitCode = 2;
} else {
  // The package with the documents is one of the peers.
  if (chosen.some((attack) => largeDocuments.includes(attack))) await installPeers();
  row(['attack', 'requests', 'ms each', 'longest wait, ms', 'peak, MB', 'kept, MB']);
  row(['---', '--:', '--:', '--:', '--:', '--:']);
  for (const attack of chosen) {
    let cost = await costOf(attack);
    if (excessOf(cost).length > 0) {
      process.stderr.write(`${attack.title}: ${excessOf(cost).join('; ')}: measured again\n`);
      cost = await costOf(attack);
    }
    const { request, wait, peak, stored } = figuresOf(cost);
    row([attack.title, cost.requests, request.toFixed(1), wait, peak.toFixed(0), stored.toFixed(0)]);
    for (const excess of excessOf(cost)) {
      process.stderr.write(`${attack.title}: ${excess}\n`);
      process.exitCode = 1;
    }
  }
  row(['*at most*', '', BUDGET.request, BUDGET.wait, BUDGET.peak, BUDGET.stored]);
}
