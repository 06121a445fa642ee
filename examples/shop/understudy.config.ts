// What `understudy serve` serves in this folder: the document, with two handlers of our own and products to begin with.

import { defineApi, defineConfig } from 'understudy-api';

export const shop = defineApi({
  name: 'shop',
  document: new URL('shop.yaml', import.meta.url),
  fixtures: new URL('fixtures/', import.meta.url),
  handlerFolder: new URL('handlers/', import.meta.url),
  infer: true,
});

export default defineConfig({ apis: [shop] });
