// Answers GET /exchange-rate: it differs from day to day, and stays within bounds.

import type { HandlerOf } from 'understudy-api';
import type { Operations } from '../operations.ts';

const handler: HandlerOf<Operations, 'getExchangeRate'> = ({ now }) => ({ rate: 1 + now.getUTCDate() / 1000 });

export default handler;
