// What `npm start` serves: the identity API. Flags and environment variables take precedence over what stands here.

import { defineConfig } from './src/cli/settings.ts';
import { identity } from './src/identity/api.ts';

export default defineConfig({ apis: [identity] });
