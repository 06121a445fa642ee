// Error texts in French.

import type { Texts } from './en.ts';

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
