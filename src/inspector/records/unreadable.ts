// Which fields of a form hold what cannot be read, so that nothing is saved without it.

import { createContext } from '../preact.ts';

/** Says whether the field with an id cannot be read. */
export type TellUnreadable = (id: string, isUnreadable: boolean) => void;

export const UnreadableContext = createContext<TellUnreadable>(() => undefined);
