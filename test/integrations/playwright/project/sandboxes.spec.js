// Concurrent tests with the same actions, isolated from each other.

import { appendFileSync } from 'node:fs';
import { expect, test } from 'understudy-api/playwright';

for (const name of Array.from({ length: 12 }, (_, index) => `pet ${index}`))
  test(`adds ${name}`, async ({ page, sandbox, server }, { workerIndex }) => {
    await page.goto('/');
    const added = await page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json' };
        await fetch('/api/pets', { method: 'POST', headers, body });
        return (await fetch('/api/pets')).json();
      },
      JSON.stringify({ name, kind: 'dog' }),
    );
    expect(added.map((pet) => pet.name).slice(3)).toEqual([name]);
    expect(await sandbox.changes()).toHaveLength(1);
    appendFileSync('asked.txt', `${workerIndex} ${server.url}\n`);
  });
