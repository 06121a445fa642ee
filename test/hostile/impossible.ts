// API with unsatisfiable schemas, attacked in addition to the identity API.

import { defineApi } from '../../src/index.ts';

export const impossible = defineApi({
  name: 'impossible',
  document: new URL('impossible.yaml', import.meta.url),
  infer: true,
});
