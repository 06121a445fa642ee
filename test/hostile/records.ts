// An API without handlers, with items of any properties, attacked in addition to the identity API.

import { defineApi } from '../../src/index.ts';

export const records = defineApi({
  name: 'records',
  document: new URL('records.yaml', import.meta.url),
  infer: true,
});
