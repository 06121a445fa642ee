// Errors for a missing Spectral or an invalid ruleset.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PACKAGED_RULESET } from '../../src/lint/lint-document.ts';
import { openSpectral } from '../../src/lint/spectral.ts';
import { UsageError } from '../../src/schema/usage-error.ts';
import { temporaryFolder } from '../support/temporary.ts';

describe('openSpectral', () => {
  test('reports how to install Spectral', async () => {
    const opening = openSpectral(PACKAGED_RULESET, join(await temporaryFolder(), 'lint.js'));
    await expect(opening).rejects.toThrow(UsageError);
    await expect(opening).rejects.toThrow('npm install --save-dev @stoplight/spectral-cli@^6.16.3');
  });

  test.each(['rules: { one: { given: 5 } }', 'rules: [', 'extends: ["./absent.yaml"]'])(
    'rejects the ruleset "%s" with the name of the file',
    async (text) => {
      const ruleset = join(await temporaryFolder(), 'rules.yaml');
      await writeFile(ruleset, text);
      const opening = openSpectral(ruleset);
      await expect(opening).rejects.toThrow(UsageError);
      await expect(opening).rejects.toThrow(`The ruleset ${ruleset} cannot be used:`);
    },
  );
});
