// What `understudy serve` serves in this folder.

import { defineConfig } from 'understudy-api';
import { todo } from './api.ts';

export default defineConfig({ apis: [todo] });
