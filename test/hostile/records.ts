// An api without handlers of items that may have any property, to be attacked beside the identity API.

import { defineApi } from '../../src/index.ts';

export const records = defineApi({
  name: 'records',
  document: new URL('records.yaml', import.meta.url),
  infer: true,
});
