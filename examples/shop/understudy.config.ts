// The configuration of `understudy serve`: an OpenAPI document with handlers and seed data.

import { defineApi, defineConfig } from 'understudy-api';

export const shop = defineApi({
  name: 'shop',
  document: new URL('shop.yaml', import.meta.url),
  fixtures: new URL('fixtures/', import.meta.url),
  handlerFolder: new URL('handlers/', import.meta.url),
  infer: true,
});

export default defineConfig({ apis: [shop] });
