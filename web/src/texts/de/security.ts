import type { AuditAction, AuditEntry } from '@rapport/contract/audit';
import type * as en from '../security.ts';
import { ROLE_LABELS } from './accounts.ts';

/** The entries of a User's own log. */
const OWN: Partial<Record<AuditAction, string>> = {
  'sign_in.succeeded': 'Sie haben sich angemeldet',
  'sign_in.failed': 'Jemand hat ein falsches Passwort eingegeben',
  'sign_in.confirmed': 'Sie haben Ihr Passwort noch einmal eingegeben',
  'second_factor.enabled': 'Sie haben den zweiten Faktor eingeschaltet',
  'second_factor.disabled': 'Sie haben den zweiten Faktor ausgeschaltet',
  'second_factor.failed': 'Jemand hat Ihr Passwort und einen falschen Code eingegeben',
  'second_factor.recovery_code_used': 'Ein Ersatzcode wurde benutzt',
  'second_factor.recovery_codes_renewed': 'Sie haben neue Ersatzcodes erstellt',
  'second_factor.reset': 'Die Systembetreuung hat Ihren zweiten Faktor entfernt',
  'sign_out.succeeded': 'Sie haben sich abgemeldet',
  'personal_access_token.created': 'Ein persönliches Zugriffstoken wurde erstellt',
  'personal_access_token.rotated': 'Ein persönliches Zugriffstoken wurde erneuert',
  'personal_access_token.revoked': 'Ein persönliches Zugriffstoken wurde widerrufen',
  'personal_access_token.shut_out': 'Ein persönliches Zugriffstoken wurde aus einem Account ausgesperrt',
  'personal_access_token.leaked': 'Ein persönliches Zugriffstoken wurde als bekannt gemeldet und widerrufen',
  'calendar_feed.created': 'Die geheime URL eines Kalender-Abos wurde erstellt',
  'calendar_feed.renewed': 'Die geheime URL eines Kalender-Abos wurde erneuert',
  'calendar_feed.revoked': 'Ein Kalender-Abo wurde beendet',
  'calendar_feed.leaked': 'Die geheime URL eines Kalender-Abos wurde als bekannt gemeldet und gesperrt',
  'password.changed': 'Sie haben Ihr Passwort geändert',
  'password_reset.requested': 'Jemand hat einen Link für ein neues Passwort angefordert',
  'password.reset': 'Über einen Link wurde ein neues Passwort festgelegt',
  'name.changed': 'Sie haben Ihren Namen geändert',
  'email_change.requested': 'Sie haben eine andere E-Mail-Adresse angefordert',
  'email.changed': 'Ihre E-Mail-Adresse wurde geändert',
  'user.deactivated': 'Die Systembetreuung hat Ihren Zugang gesperrt',
  'user.reactivated': 'Die Systembetreuung hat Ihren Zugang wieder geöffnet',
  'session.ended': 'Sitzungen wurden beendet',
  'invitation.sent': 'Sie haben jemanden eingeladen',
  'invitation.link_shown': 'Sie haben den Link einer Einladung erstellt',
  'invitation.withdrawn': 'Sie haben eine Einladung zurückgezogen',
  'invitation.accepted': 'Sie haben eine Einladung angenommen',
  'login.created': 'Sie wurden Mitglied eines Accounts',
  'login.updated': 'Ihre Rolle in einem Account wurde geändert',
  'login.deleted': 'Ihre Mitgliedschaft in einem Account endete',
  'account.second_factor_required': 'Sie haben in einem Account den zweiten Faktor zur Pflicht gemacht',
  'account.second_factor_optional': 'Sie haben in einem Account den zweiten Faktor freigestellt',
  'account.access_changed': 'Sie haben geändert, wer in einem Account was sieht',
  'team.created': 'Sie haben ein Team angelegt',
  'team.updated': 'Sie haben ein Team geändert',
  'team.deleted': 'Sie haben ein Team gelöscht',
  'account.deleted': 'Sie haben einen Account gelöscht',
  'account.restored': 'Sie haben einen Account wiederhergestellt',
  'webhook_subscription.created': 'Ein Webhook wurde angelegt',
  'webhook_subscription.updated': 'Ein Webhook wurde geändert',
  'webhook_subscription.deleted': 'Ein Webhook wurde gelöscht',
  'oauth_authorization.allowed': 'Sie haben einer App den Zugriff erlaubt',
  'oauth_authorization.denied': 'Sie haben einer App den Zugriff verweigert',
  'oauth_code.redeemed': 'Eine App hat ihre Token bekommen',
  'oauth_code.replayed': 'Ein Code wurde zweimal benutzt; seine Token wurden widerrufen',
  'oauth_token.refreshed': 'Eine App hat ihre Token erneuert',
  'oauth_token.reused': 'Ein altes Refresh-Token wurde noch einmal benutzt; die App wurde getrennt',
  'oauth_token.leaked': 'Ein Token einer App wurde als bekannt gemeldet; die App wurde getrennt',
  'oauth_token.revoked': 'Eine App hat ihre Token abgegeben',
  'oauth_grant.revoked': 'Eine App wurde getrennt',
  'oauth_grant.shut_out': 'Eine App wurde aus einem Account ausgesperrt',
};

/** The entries of an Account's log that would otherwise speak to its reader. */
const OF_ACCOUNT: Partial<Record<AuditAction, string>> = {
  'sign_in.succeeded': 'Anmeldung',
  'sign_in.confirmed': 'Passwort noch einmal eingegeben',
  'second_factor.enabled': 'Zweiter Faktor eingeschaltet',
  'second_factor.disabled': 'Zweiter Faktor ausgeschaltet',
  'second_factor.failed': 'Passwort richtig, Code falsch',
  'second_factor.recovery_codes_renewed': 'Neue Ersatzcodes erstellt',
  'second_factor.reset': 'Zweiter Faktor von der Systembetreuung entfernt',
  'sign_out.succeeded': 'Abmeldung',
  'password.changed': 'Passwort geändert',
  'name.changed': 'Name geändert',
  'email_change.requested': 'Andere E-Mail-Adresse angefordert',
  'email.changed': 'E-Mail-Adresse geändert',
  'user.deactivated': 'Zugang von der Systembetreuung gesperrt',
  'user.reactivated': 'Zugang von der Systembetreuung wieder geöffnet',
  'invitation.sent': 'Einladung gesendet',
  'invitation.link_shown': 'Link einer Einladung erstellt',
  'invitation.withdrawn': 'Einladung zurückgezogen',
  'invitation.accepted': 'Einladung angenommen',
  'login.created': 'Mitgliedschaft begonnen',
  'login.updated': 'Rolle geändert',
  'login.deleted': 'Mitgliedschaft beendet',
  'account.second_factor_required': 'Zweiter Faktor zur Pflicht gemacht',
  'account.second_factor_optional': 'Zweiter Faktor freigestellt',
  'account.access_changed': 'Geändert, wer was sieht',
  'team.created': 'Team angelegt',
  'team.updated': 'Team geändert',
  'team.deleted': 'Team gelöscht',
  'account.deleted': 'Account gelöscht',
  'account.restored': 'Account wiederhergestellt',
  'oauth_authorization.allowed': 'Einer App wurde der Zugriff erlaubt',
  'oauth_authorization.denied': 'Einer App wurde der Zugriff verweigert',
};

export function sayEntryOfAccount(entry: AuditEntry): string {
  return sayDetails(OF_ACCOUNT[entry.action] ?? OWN[entry.action] ?? entry.action, entry);
}

export function sayEntry(entry: AuditEntry): string {
  return sayDetails(OWN[entry.action] ?? OF_ACCOUNT[entry.action] ?? entry.action, entry);
}

function sayDetails(label: string, { details }: AuditEntry): string {
  const { name, email, role, role_before, origin } = details as Partial<Record<string, string>>;
  const roles = [role_before, role].map((value) => ROLE_LABELS[value as keyof typeof ROLE_LABELS]);
  const what = [name && `„${name}“`, email, origin, roles.filter(Boolean).join(' → ')].filter(Boolean);
  return what.length > 0 ? `${label}: ${what.join(', ')}` : label;
}

export function sayActor({ actor: { type, name }, address }: AuditEntry): string {
  const who = {
    personal_access_token: `mit dem Token „${name}“`,
    oauth_access_token: `durch ${name}`,
    oauth_client: `durch ${name}`,
    browser_session: 'in einem Browser',
    operator: 'durch die Systembetreuung',
    service: 'durch Rapport selbst',
    unknown: null,
  }[type];
  return [who, address && security.from(address)].filter(Boolean).join(' ');
}

export const security = {
  title: 'Sicherheit',
  sessions: 'Sitzungen',
  sessionsAbout: 'Die Browser, in denen Sie angemeldet sind.',
  thisBrowser: 'Dieser Browser',
  signedIn: 'Angemeldet:',
  expires: 'Ende:',
  end: 'Abmelden',
  endOf: (browser: string, address: string) => `${browser} an ${address} abmelden`,
  endAll: 'Überall sonst abmelden',
  endedAll: 'Überall sonst abgemeldet.',
  ended: 'Sitzung beendet.',
  password: 'Passwort',
  passwordAbout: 'Eine Änderung meldet Sie überall sonst ab.',
  currentPassword: 'Jetziges Passwort',
  newPassword: 'Neues Passwort',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Passwort geändert.',
  name: 'Name',
  nameAbout: 'Ihn sehen alle in Ihren Accounts und alle, die Sie einladen.',
  changeName: 'Namen ändern',
  nameChanged: 'Name geändert.',
  email: 'E-Mail-Adresse',
  emailAbout: 'Damit melden Sie sich an. An die neue Adresse geht ein Link; sie gilt, sobald Sie ihn öffnen.',
  newEmail: 'Neue Adresse',
  changeEmail: 'Adresse ändern',
  emailAboutKept:
    'Damit melden Sie sich an. Eine neue Adresse gilt, sobald ihr Link geöffnet ist. Rapport sendet hier keine E-Mails: Die Systembetreuung bekommt den Link.',
  emailKept: 'Die Systembetreuung hat jetzt den Link für die neue Adresse. Fragen Sie danach.',
  emailSent: (email: string) => `Eine E-Mail an ${email} ist unterwegs.`,
  audit: 'Audit-Protokoll',
  auditAbout: 'Was mit Ihrer Anmeldung, Ihren Token und verbundenen Apps geschah.',
  auditEmpty: 'Noch nichts.',
  from: (address: string) => `von ${address}`,
  on: ' auf ',
  unknownBrowser: 'Ein Browser',
} satisfies typeof en.security;

export const accountAudit = {
  title: 'Audit-Protokoll und Verbindungen',
  account: 'Account',
  webhooks: 'Webhooks',
  webhooksAbout:
    'Die Webhooks der Mitglieder, die Ereignisse dieses Accounts empfangen. Pfade der URLs sind verborgen, ebenso Webhooks von Mitgliedern, die ohne Einladung hinzukamen.',
  noWebhooks: 'Keine Webhooks',
  applications: 'Verbundene Apps',
  applicationsAbout:
    'Apps, die für Mitglieder handeln, also auch in diesem Account. Die von Mitgliedern, die ohne Einladung hinzukamen, sind verborgen.',
  noApplications: 'Keine verbundenen Apps',
  disabled: 'Deaktiviert',
  by: (name: string) => `erstellt von ${name}`,
  neverUsed: 'Nie benutzt',
  tokens: 'Token',
  tokensAbout:
    'Persönliche Zugriffstoken von Mitgliedern, die diesen Account erreichen. Die von Mitgliedern, die ohne Einladung hinzugefügt wurden, sind verborgen.',
  noTokens: 'Keine Token',
  shutOut: 'Aussperren',
  shutOutOf: (name: string) => `„${name}“ aussperren`,
  shutOutTitle: (name: string) => `„${name}“ aus diesem Account aussperren?`,
  shutOutHint:
    'Ab der nächsten Anfrage erreicht es diesen Account nicht mehr; andere Accounts behält es. Das Mitglied erfährt es und kann es wieder einlassen: Um das zu verhindern, ändern Sie die Rolle des Mitglieds oder entfernen Sie es.',
  isShutOut: (name: string) => `„${name}“ erreicht diesen Account nicht mehr.`,
  log: 'Audit-Protokoll',
  logAbout:
    'Aktionen an diesem Account und seinen Mitgliedern, und an Token, Apps und Webhooks, die sie als Mitglieder hinzufügten.',
  save: 'Als CSV speichern',
} satisfies typeof en.accountAudit;

export const apps = {
  title: 'Verbundene Apps',
  about:
    'Apps, die für Sie handeln dürfen. Widerrufen beendet den Zugriff sofort und deaktiviert die Webhooks, die sie angelegt haben.',
  emptyTitle: 'Keine verbundenen Apps',
  empty: 'Apps erscheinen hier, nachdem Sie ihnen den Zugriff erlaubt haben.',
  by: (company: string) => `von ${company}`,
  since: 'Verbunden',
  lastUsed: 'Zuletzt benutzt',
  neverUsed: 'Nie benutzt',
  expires: 'Zugriff endet',
  revoke: 'Widerrufen',
  revokeOf: (name: string) => `„${name}“ widerrufen`,
  revokeTitle: (name: string) => `Zugriff von „${name}“ widerrufen?`,
  revokeHint:
    'Die App funktioniert sofort nicht mehr, und ihre Webhooks werden deaktiviert. Sie können sie später wieder erlauben.',
  revoked: (name: string) => `„${name}“ hat keinen Zugriff mehr.`,
  inAccounts: (count: number) => (count === 1 ? 'in einem Account' : `in ${count} Accounts`),
} satisfies typeof en.apps;
