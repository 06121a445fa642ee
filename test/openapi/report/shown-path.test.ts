// Short forms of paths for terminals.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shortPath, shownPath } from '../../../src/openapi/report/shown-path.ts';

const deep = Array.from({ length: 12 }, (_, index) => `folder-${index}`).join('/');

test.each([
  [join(process.cwd(), 'spec/api.yaml'), 'spec/api.yaml'],
  ['/elsewhere/api.yaml', '/elsewhere/api.yaml'],
  ['/home/ada/apis/api.yaml', '~/apis/api.yaml'],
  ['/home/adam/api.yaml', '/home/adam/api.yaml'],
  ['https://example.org/api.yaml', 'https://example.org/api.yaml'],
  [`/elsewhere/${deep}/api.yaml`, `…/${deep.slice(deep.indexOf('folder-5'))}/api.yaml`],
  [`/${'x'.repeat(100)}.yaml`, `${'x'.repeat(100)}.yaml`],
])('%s is shown as %s', (path, reported) => {
  expect(shortPath(path, '/home/ada')).toBe(reported);
});

test('shownPath does not shorten long paths', () => {
  const path = `/elsewhere/${deep}/api.yaml`;
  expect(shownPath(path)).toBe(path);
});
