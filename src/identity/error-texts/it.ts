// Error texts in Italian.

import type { Texts } from './en.ts';

export const it: Texts = {
  limitExceeded: 'Limite superato',
  noPermissionOnProject: "L'utente non ha permessi su questo progetto",
  foreignApp: 'Applicazione non trovata',
  unknownApp: "L'applicazione non esiste",
  unchangedApp: 'Nessun cambiamento',
  appNameTaken: "L'applicazione già esistente",
  unknownUser: "L'utente non è stato trovato",
  unknownProject: 'Progetto non trovato',
  unknownProjectGrant: 'Grant non trovato',
  userGrantExists: 'User Grant già esistente',
};
