// Labels of the sources of responses.

import type { Exchange } from '../rows.ts';

type Source = NonNullable<Exchange['source']>;

export const SOURCES: Readonly<Record<Source, string>> = {
  stored: 'stored data',
  example: 'example',
  generated: 'generated',
  handler: 'handler',
  fault: 'fault',
  rejected: 'rejected',
  document: 'document',
};
