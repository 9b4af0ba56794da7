-- What every Account begins with has its names in the language of who makes it. They are data from
-- then on, and change by no other language.
CREATE FUNCTION name_beginning(new_account uuid, language text) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  UPDATE pipelines SET name = 'Vertrieb'
  WHERE pipelines.account_uuid = new_account AND language = 'de' AND pipelines.name = 'Sales';

  UPDATE stages SET name = said.german
  FROM (VALUES ('Lead', 'Lead'), ('Contacted', 'Kontaktiert'), ('Offer', 'Angebot'), ('Negotiation', 'Verhandlung'))
    AS said (english, german)
  WHERE stages.account_uuid = new_account AND language = 'de' AND stages.name = said.english;

  UPDATE views SET name = said.german
  FROM (VALUES ('Not contacted for 90 days', 'Seit 90 Tagen ohne Aktivität'), ('Recently changed', 'Zuletzt geändert'),
    ('My open deals', 'Meine offenen Verkaufschancen'), ('Closing this month', 'Abschluss diesen Monat'),
    ('No next step', 'Ohne nächsten Schritt')) AS said (english, german)
  WHERE views.account_uuid = new_account AND language = 'de' AND views.name = said.english;
END;
