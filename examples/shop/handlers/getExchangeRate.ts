// Handles GET /exchange-rate: the rate changes every day.

import type { HandlerOf } from 'understudy-api';
import type { Operations } from '../operations.ts';

const handler: HandlerOf<Operations, 'getExchangeRate'> = ({ now }) => ({ rate: 1 + now.getUTCDate() / 1000 });

export default handler;
