// Error texts in English, German, French and Italian.

export const en = {
  limitExceeded: 'Limit exceeded',
  noPermissionOnProject: 'User has no permissions on this project',
  foreignApp: 'Application not found',
  unknownApp: "Application doesn't exist",
  unchangedApp: 'No changes',
  appNameTaken: 'Application already exists',
  unknownUser: 'User could not be found',
  unknownProject: 'Project not found',
  unknownProjectGrant: 'Grant not found',
  userGrantExists: 'User grant already exists',
} as const;

/** Changed texts of version 4.12 of the reference implementation. */
export const en412: Texts = { ...en, unknownProjectGrant: 'Project Grant not found' };

/** Which text. */
export type TextKey = keyof typeof en;

/** The texts of one language. */
export type Texts = Readonly<Record<TextKey, string>>;

/** Error texts in German. */
export const de: Texts = {
  limitExceeded: 'Limit überschritten',
  noPermissionOnProject: 'Benutzer hat keine Rechte auf diesem Projekt',
  foreignApp: 'Applikation nicht gefunden',
  unknownApp: 'Applikation existiert nicht',
  unchangedApp: 'Keine Änderungen gefunden',
  appNameTaken: 'Applikation existiert bereits',
  unknownUser: 'Benutzer konnte nicht gefunden werden',
  unknownProject: 'Project konnte nicht gefunden werden',
  unknownProjectGrant: 'Grant konnte nicht gefunden werden',
  userGrantExists: 'Benutzer Berechtigung existiert bereits',
};

/** Error texts in French. */
export const fr: Texts = {
  limitExceeded: 'Limite dépassée',
  noPermissionOnProject: "L'utilisateur n'a aucune autorisation pour ce projet",
  foreignApp: 'Application non trouvée',
  unknownApp: "L'application n'existe pas",
  unchangedApp: 'Aucun changement',
  appNameTaken: "L'application existe déjà",
  unknownUser: "L'utilisateur n'a pas été trouvé",
  unknownProject: 'Projet non trouvé',
  unknownProjectGrant: 'Subvention non trouvée',
  userGrantExists: "L'autorisation de l'utilisateur existe déjà",
};

/** Error texts in Italian. */
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
