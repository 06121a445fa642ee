// The configuration of Vite.

import { understudy } from 'understudy-api/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [understudy({ document: 'openapi.yaml', at: '/api' })] });
// @ts-expect-error: `at` is a path
understudy({ at: 3000 });
