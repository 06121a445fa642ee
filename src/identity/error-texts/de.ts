// Error texts in German.

import type { Texts } from './en.ts';

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
