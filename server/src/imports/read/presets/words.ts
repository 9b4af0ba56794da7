import { fold } from '@rapport/contract/fold';
import type { ImportedKind } from './preset.ts';
import { EUROPE } from './words-of-europe.ts';

type Words = Record<string, string>;

/**
 * Names of columns as people and exporters write them, in English, German, French, Spanish,
 * Italian, Portuguese, Dutch, Swedish, Danish, Norwegian, Finnish, Polish, Turkish, Japanese,
 * Korean and Chinese. `|` stands between them. `words-of-europe.ts` has those of further languages.
 */
const PERSON: Words = {
  first_name:
    'first name|firstname|given name|forename|vorname|prénom|nombre|nombres|nome|nome di battesimo|primeiro nome|voornaam|förnamn|fornavn|etunimi|imię|ad|名|이름|名字',
  last_name:
    'last name|lastname|family name|surname|nachname|familienname|nom|nom de famille|apellidos|apellido|cognome|sobrenome|apelido|achternaam|efternamn|efternavn|etternavn|sukunimi|nazwisko|soyad|姓|성|姓氏',
  middle_name: 'middle name|additional name|zweiter vorname|deuxième prénom|segundo nombre',
  job_title:
    'job title|jobtitle|title|position|role|function|stelle|position im unternehmen|berufsbezeichnung|jobtitel|intitulé du poste|poste|fonction|cargo|puesto|qualifica|posizione|mansione|ruolo|functie|functietitel|befattning|stilling|tehtävänimike|stanowisko|unvan|役職|직책|职务|職稱',
  birthday_on:
    'birthday|date of birth|birth date|birthdate|geburtstag|geburtsdatum|date de naissance|fecha de nacimiento|cumpleaños|data di nascita|data de nascimento|geboortedatum|födelsedag|fødselsdag|fødselsdato|data urodzenia',
  do_not_contact:
    'do not contact|do not call|email opt out|has opted out of email|opt out|nicht kontaktieren',
};

const REACHED: Words = {
  email:
    'email|emails|e mail|mail|email address|e mail address|mail address|primary email|e mail adresse|adresse e mail|adresse email|courriel|correo|correo electrónico|dirección de correo|indirizzo e mail|indirizzo email|endereço de e mail|e mailadres|e postadress|e post|mailadresse|sähköposti|sähköpostiosoite|adres e mail|e posta|eメール|メール|メールアドレス|이메일|电子邮件|電子郵件',
  phone:
    'phone|phones|phone number|telephone|telephone number|tel|telefon|telefonnummer|rufnummer|téléphone|numéro de téléphone|teléfono|número de teléfono|telefono|numero di telefono|telefone|número de telefone|telefoon|telefoonnummer|puhelin|puhelinnumero|numer telefonu|telefon numarası|電話番号|电话|电话号码|電話|전화번호',
  mobile:
    'mobile|mobile phone|mobile phone number|mobile number|cell|cell phone|handy|mobil|mobilfunk|handynummer|mobiltelefon|mobiltelefonnummer|mobilnummer|portable|téléphone mobile|numéro de téléphone mobile|móvil|teléfono móvil|número de teléfono móvil|celular|cellulare|numero di cellulare|telemóvel|número do celular|mobiel|mobiele telefoon|携帯電話番号',
  fax: 'fax|fax number|faxnummer|telefax|business fax',
  website:
    'website|web|web site|website url|homepage|url|webseite|site web|url du site web|sitio web|url del sitio web|sito web|url del sito web|url do site|site|webbplats|hjemmeside|nettsted|verkkosivu|strona internetowa|web sitesi|ウェブサイトのurl|웹사이트|网站',
  domain:
    'domain|domain name|company domain name|unternehmensdomain|name der unternehmensdomain|domainname des unternehmens|domainname|nom de domaine|nom de domaine de l entreprise|nombre de dominio|nombre de dominio de la empresa|nome di dominio|nome do domínio|domeinnaam',
  street:
    'street|street address|address|address line 1|address line1|address1|address 1|street 1|street1|address street|straße|strasse|anschrift|adresszeile|adresse|rue|adresse postale|dirección|calle|indirizzo|via|endereço|rua|morada|adres|straat|gatuadress|adress|gade|gateadresse|katuosoite|ulica|adres sokak|住所|주소|地址',
  postal_code:
    'postal code|postcode|post code|zip|zip code|zipcode|zip postal code|plz|postleitzahl|code postal|código postal|cap|codice postale|cep|postnummer|postinumero|kod pocztowy|posta kodu|郵便番号|우편번호|邮政编码|郵遞區號',
  city: 'city|town|ort|stadt|ville|ciudad|población|città|citta|cidade|localidade|plaats|stad|woonplaats|by|poststed|kaupunki|miasto|şehir|市区町村|市|도시|城市',
  region:
    'state|region|province|county|state region|state province|province state|state id|bundesland|région|état région|estado|provincia|provincia región|regione|stato|estado região|provincie|län|都道府県',
  country:
    'country|country region|country name|country id|land|land region|pays|pays région|país|país región|paese|país região|land regio|maa|kraj|ülke|国|국가|国家|國家',
};

const ANY: Words = {
  external_id:
    'id|record id|external id|record number|datensatz id|datensatznummer|id de fiche d informations|id d enregistrement|id de registro|id record|id del record|id do registro|record id nummer|post id|tietueen tunnus|id rekordu|kayıt no|レコードid|레코드 id|记录 id|記錄 id',
  owner_uuid:
    'owner|record owner|contact owner|company owner|deal owner|account owner|opportunity owner|lead owner|task owner|activity owner|assigned owner|zuständiger mitarbeiter|für kontakt zuständiger mitarbeiter|für unternehmen zuständiger mitarbeiter|für deal zuständiger mitarbeiter|besitzer|eigentümer|betreuer|propriétaire|propriétaire du contact|propriétaire de l entreprise|propriétaire de la transaction|propietario|propietario del contacto|propietario de la empresa|propietario del negocio|proprietario|proprietario del contatto|proprietario dell azienda|proprietário|proprietário do contato|proprietário da empresa|eigenaar|contacteigenaar|ägare|ejer|eier|omistaja|właściciel|コンタクト担当者|担当者|verantwortlich|verantwortlicher|zuständig|responsable|responsabile|responsável|ansvarig|ansvarlig',
  tags: 'tags|tag|labels|label|keywords|categories|kategorien|schlagwörter|schlagworte|schlagwort|stichwörter|stichworte|mots clés|palabras clave|parole chiave|palavras chave|trefwoorden|étiquettes|etiquetas|etichette|marcadores',
  source_created_at:
    'create date|created date|created|created at|created on|created time|date created|creation date|createdate|erstellungsdatum|erstelldatum|erstellt am|date de création|fecha de creación|data di creazione|data de criação|aanmaakdatum|skapad den|oprettelsesdato|opprettelsesdato|luontipäivä|data utworzenia|作成日|생성일|创建日期',
};

/** What people call the id of a customer, whoever that is. */
const CUSTOMER_ID =
  'client id|customer id|customer no|customer number|client number|kunden id|kundennr|kundennummer|kunden nr|kundenid|debitorennummer|n° client|numéro client|numero cliente|número de cliente|codice cliente|klantnummer|kundnummer|kundenummer';

const CLIENT_ID = `company id|account id|organization id|organisation id|firmen id|${CUSTOMER_ID}`;

const TEXT =
  'description|notes|note|comment|comments|beschreibung|notizen|bemerkung|description de l entreprise|descripción|notas|descrizione|descrição|omschrijving';

const CLIENT_NAME =
  'company name|business|business name|agency|agency name|firm name|company|organisation|organization|organisation name|organization name|account name|client|customer|customer name|kunde|kundenname|auftraggeber|cliente|klant|kund|asiakas|firm|firma|firmenname|unternehmen|unternehmensname|name des unternehmens|entreprise|société|nom de l entreprise|nombre de la empresa|empresa|compañía|azienda|nome azienda|nome dell azienda|nome da empresa|bedrijf|bedrijfsnaam|företag|företagsnamn|virksomhed|virksomhedsnavn|bedriftsnavn|yritys|yrityksen nimi|nazwa firmy|şirket adı|会社名|회사 이름|公司名称|公司名稱';

/** Whom a company list names beside the company. */
const CONTACT_PERSON =
  'contact|contact name|contact person|primary contact|main contact|key contact|ansprechpartner|ansprechpartnerin|ansprechperson|kontakt|kontaktperson|interlocuteur|contact principal|personne de contact|persona de contacto|contacto|referente|persona di riferimento|contatto|contactpersoon|contato|pessoa de contato|pessoa de contacto|担当者名';

const WORDS: Record<ImportedKind, Words> = {
  client: {
    ...REACHED,
    ...ANY,
    source_created_at: `${ANY.source_created_at}|customer since|client since|kunde seit|client depuis|cliente desde|cliente dal|klant sinds`,
    external_id: `${ANY.external_id}|${CLIENT_ID}`,
    name: `name|full name|account|${CLIENT_NAME}`,
    first_name: PERSON.first_name!,
    last_name: PERSON.last_name!,
    kind: 'kind|type of client',
    person: CONTACT_PERSON,
    person_job_title: PERSON.job_title!,
    status: 'status|lifecycle stage|lifecycle phase|fase del ciclo de vida|étape du cycle de vie',
    industry:
      'industry|branch|line of business|branche|secteur|secteur d activité|sector|settore|setor|bransch|toimiala|branża|sektör|業種|업종|行业',
    tax_number:
      'tax number|vat|vat number|vat id|tax id|ust id|ustid|ust idnr|ust id nr|umsatzsteuer id|umsatzsteuer identifikationsnummer|nif|cif|partita iva|btw nummer|siret',
    source: 'source|lead source|original source|quelle|origen|origine',
    language: 'language|locale|sprache|langue|idioma|lingua',
    currency: 'currency|currency code|währung|devise|moneda|valuta|moeda',
    description: TEXT,
  },
  contact: {
    ...PERSON,
    ...REACHED,
    ...ANY,
    name: 'name|full name|display name|contact|contact name|person|vollständiger name|nom complet|nombre completo|nome completo',
    external_id: `${ANY.external_id}|contact id|person id|people id|lead id|member id`,
    client: `${CLIENT_NAME}|account|accounts|associated company|primary company|employer|parent account`,
    client_id: `associated company ids|associated company ids primary|${CLIENT_ID}`,
    client_domain: 'associated company domain|company domain|company domain name',
    language: 'language|locale|preferred language|sprache|langue|idioma|lingua',
    description: TEXT,
  },
  deal: {
    ...ANY,
    external_id: `${ANY.external_id}|deal id|opportunity id|deal no|opportunity no`,
    title:
      'title|titel|titre|título|titolo|topic|opportunity topic|deal|deal name|dealname|opportunity|opportunity name|name|name des deals|dealname des deals|nom de la transaction|nombre del negocio|nome dell affare|nome della trattativa|nome do negócio|dealnaam|affärens namn|handelens navn|nazwa transakcji|取引名|거래 이름|交易名称',
    client: `${CLIENT_NAME}|account|potential customer|prospect|associated company`,
    client_id: `associated company ids|associated company ids primary|${CLIENT_ID}`,
    client_domain: 'associated company domain|company domain|company domain name',
    contact_email: `associated contact email|contact email|contact e mail|${REACHED.email}`,
    contact:
      'contact|contact name|contact person|person|ansprechpartner|interlocuteur|persona de contacto|contacto|contatto|contato|contactpersoon',
    contact_id: 'contact id|associated contact ids',
    stage_uuid:
      'stage|deal stage|sales stage|pipeline stage|stage name|phase|deal phase|étape|phase de la transaction|etapa|etapa del negocio|fase|fase dell affare|fase della trattativa|fase do negócio|dealfase|取引ステージ',
    pipeline: 'pipeline|canal|embudo|funil|パイプライン',
    status: 'status|estado|état|stato',
    amount:
      'amount|value|deal value|deal amount|deal size|close value|est revenue|estimated revenue|expected revenue|estimated value|betrag|wert|montant|valeur|importe|cantidad|valor|importo|bedrag|belopp|beløb|beløp|summa|kwota|tutar|金額|금액|金额',
    currency: 'currency|currency code|währung|devise|moneda|valuta|moeda',
    expected_close_on:
      'expected close date|expected close|expected closing|expected closing date|est close date|estimated close date|forecast close date',
    closes_at:
      'close date|closing date|closedate|abschlussdatum|abschluss am|date de fermeture|date de clôture|fecha de cierre|cierre previsto|fecha prevista de cierre|data di chiusura|data de fechamento|sluitdatum|slutdatum|lukkedato|クローズ日',
    closed_at: 'closed at|closed date|closed on|actual close date',
    won_at: 'won time|won at|won on|date won',
    lost_at: 'lost time|lost at|lost on|date lost',
    probability: 'probability|probability %|deal probability|wahrscheinlichkeit|probabilité|probabilidad',
    source: 'source|lead source|quelle|origen|origine',
    lost_reason: 'lost reason|loss reason|closed lost reason|verlustgrund',
    tags: ANY.tags!,
    description: TEXT,
  },
  task: {
    // Who is responsible for a task does it.
    assignee_uuid:
      'assigned to|assignee|assigned user|zugewiesen an|attribué à|asignado a|assegnato a|atribuído a|toegewezen aan|verantwortlich|verantwortlicher|zuständig|responsable|responsabile|responsável|ansvarig|ansvarlig',
    ...ANY,
    title:
      'title|task|task title|meeting title|subject|aufgabe|betreff|titel|titel der aufgabe|titre|titre de la tâche|sujet|asunto|título|título de la tarea|titolo|oggetto|onderwerp|taaktitel|タスクのタイトル',
    body: `task body|body|${TEXT}`,
    type: 'type|task type|activity type|typ|aufgabentyp|type de tâche|tipo|tipo de tarea',
    due_on:
      'due|due date|due on|deadline|activity date|fällig am|fälligkeitsdatum|date d échéance|fecha de vencimiento|data di scadenza|data de vencimento|vervaldatum|期限',
    due_time: 'due time',
    priority: 'priority|priorität|priorité|prioridad|priorità|prioridade',
    status:
      'status|task status|done|completed|erledigt|terminé|état de la tâche|estado|estado de la tarea|stato|hecho|fatto',
    completed_at: 'completed at|completed on|completed date|completed time|date completed|abgeschlossen am',
    outcome: 'outcome|result|ergebnis',
    direction: 'direction|call direction|richtung|anrufrichtung',
    call_outcome: 'call outcome|call result|call disposition|anrufergebnis',
    duration_min: 'duration|duration min|minutes',
    duration_s: 'duration in seconds|call duration in seconds|seconds',
    client: CLIENT_NAME,
    client_id: 'associated company ids|company id',
    contact: 'contact|contact name|person|contact person',
    contact_id: 'associated contact ids|contact id',
    contact_email: 'associated contact email|contact email',
    client_domain: 'associated company domain|company domain',
    external_id: `${ANY.external_id}|activity id|task id`,
    deal: 'deal|opportunity|deal name',
    deal_id: 'associated deal ids|deal id',
  },
  note: {
    ...ANY,
    body: 'body|text|note|note content|content|note body|notiz|inhalt|notes|nota|contenu|corps|cuerpo|contenuto',
    pinned: 'pinned',
    client: CLIENT_NAME,
    client_id: 'associated company ids|company id',
    contact: 'contact|contact name|person|contact person',
    contact_id: 'associated contact ids|contact id',
    deal: 'deal|opportunity|deal name',
    deal_id: 'associated deal ids|deal id',
    source_created_at: `activity date|date|datum|${ANY.source_created_at}`,
  },
};

const OF_PERSON = { first_name: 'first_name', last_name: 'last_name', birthday_on: 'birthday_on' };
const OF_REACH = Object.fromEntries(Object.keys(REACHED).map((to) => [to, to]));
const OF_ANY = { owner: 'owner_uuid', tags: 'tags', created: 'source_created_at' };

/** What the further names mean, by kind. A target of an earlier line has a name first. */
const MORE: Record<ImportedKind, Words> = {
  client: {
    ...OF_REACH,
    ...OF_ANY,
    client_name: 'name',
    client_title: 'name',
    contact_name: 'person',
    full_name: 'name',
    job_title: 'person_job_title',
    client_id: 'external_id',
    industry: 'industry',
    tax_number: 'tax_number',
    status: 'status',
    source: 'source',
    text: 'description',
    currency: 'currency',
  },
  contact: {
    ...OF_PERSON,
    ...OF_REACH,
    ...OF_ANY,
    middle_name: 'middle_name',
    full_name: 'name',
    contact_name: 'name',
    job_title: 'job_title',
    client_name: 'client',
    client_id: 'client_id',
    text: 'description',
  },
  deal: {
    ...OF_ANY,
    title: 'title',
    client_name: 'client',
    client_id: 'client_id',
    contact_name: 'contact',
    stage: 'stage_uuid',
    status: 'status',
    amount: 'amount',
    currency: 'currency',
    closes: 'closes_at',
    probability: 'probability',
    source: 'source',
    text: 'description',
  },
  task: {
    owner: 'assignee_uuid',
    tags: 'tags',
    created: 'source_created_at',
    title: 'title',
    due: 'due_on',
    status: 'status',
    client_name: 'client',
    contact_name: 'contact',
    text: 'body',
  },
  note: { text: 'body', client_name: 'client', contact_name: 'contact', created: 'source_created_at' },
};

/** Names of the id of a customer. In a list without companies it is that of the row. */
export const CUSTOMER_IDS = new Set([...CUSTOMER_ID.split('|'), ...EUROPE.client_id!.split('|')]);

/** The target of each known name of a column, by kind. */
export const WORD_COLUMNS = Object.fromEntries(
  Object.entries(WORDS).map(([kind, words]) => [kind, columnsOf(kind as ImportedKind, words)]),
) as Record<ImportedKind, Map<string, { to: string; label?: string }>>;

function columnsOf(kind: ImportedKind, words: Words): Map<string, { to: string; label?: string }> {
  const columns = new Map<string, { to: string; label?: string }>();
  for (const [to, names] of Object.entries(words)) {
    for (const name of names.split('|')) if (!columns.has(name)) columns.set(name, targetOf(to));
  }
  for (const [meaning, to] of Object.entries(MORE[kind])) {
    for (const name of EUROPE[meaning]?.split('|') ?? [])
      if (!columns.has(name)) columns.set(name, targetOf(to));
  }
  // Who types without accents writes `imie` and `prenom`.
  for (const [name, target] of [...columns]) {
    const plain = fold(name);
    if (!columns.has(plain)) columns.set(plain, target);
  }
  return columns;
}

function targetOf(to: string): { to: string; label?: string } {
  return to === 'mobile' || to === 'fax' ? { to: 'phone', label: to } : { to };
}
