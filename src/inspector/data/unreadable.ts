// Fields with invalid JSON, which prevent saving.

import { createContext } from '../preact.ts';

/** Reports whether the field with an id is invalid. */
export type ReportUnreadable = (id: string, isUnreadable: boolean) => void;

export const UnreadableContext = createContext<ReportUnreadable>(() => undefined);
