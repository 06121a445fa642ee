// What `understudy serve` serves in this folder.

import { defineConfig } from 'understudy-api';
import { notes } from './api.ts';

export default defineConfig({ apis: [notes] });
