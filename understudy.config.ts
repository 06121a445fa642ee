// What `npm start` serves: the identity API. Flags and environment variables take precedence over what stands here.

import { identity } from './src/identity/api.ts';
import { defineConfig } from './src/index.ts';

export default defineConfig({ apis: [identity] });
