/**
 * More names of columns, in Russian, Ukrainian, Bulgarian, Czech, Slovak, Polish, Hungarian,
 * Romanian, Greek, Turkish, Swedish, Danish, Norwegian and Finnish, by the field that they mean.
 */
export const EUROPE: Record<string, string> = {
  first_name:
    'имя|ім я|име|собственное имя|jméno|křestní jméno|meno|krstné meno|keresztnév|utónév|prenume|όνομα|adı|isim|tilltalsnamn|fornavn og mellemnavn',
  last_name:
    'фамилия|прізвище|фамилно име|příjmení|priezvisko|vezetéknév|családnév|nume de familie|επώνυμο|επίθετο|soyadı|soyisim|släktnamn',
  middle_name: 'отчество|по батькові|презиме|druhé imię|patronymic',
  full_name:
    'фио|ф и о|полное имя|контактное имя|піб|повне ім я|пълно име|celé jméno|jméno a příjmení|celé meno|meno a priezvisko|imię i nazwisko|pełna nazwa|teljes név|név|nume complet|nume și prenume|nume|ονοματεπώνυμο|πλήρες όνομα|ad soyad|adı soyadı|isim soyisim|fullständigt namn|namn|fulde navn|fullt navn|navn|nimi|koko nimi',
  job_title:
    'должность|посада|длъжност|pozice|funkce|pracovní pozice|pozícia|funkcia|stanowisko pracy|pozycja|beosztás|munkakör|funcție|funcţie|post|θέση|τίτλος εργασίας|pozisyon|görev|görevi|ünvan|titel|roll|stillingsbetegnelse|titteli',
  birthday_on:
    'дата рождения|день рождения|дата народження|дата на раждане|datum narození|narozeniny|dátum narodenia|születési dátum|születésnap|data nașterii|data naşterii|ημερομηνία γέννησης|doğum tarihi|födelsedatum|syntymäaika|syntymäpäivä',
  email:
    'почта|эл почта|электронная почта|email адрес|пошта|електронна пошта|имейл|електронна поща|emailová adresa|poczta|poczta elektroniczna|mejl|emailcím|e mail cím|adresă de e mail|adresa de email|ηλεκτρονικό ταχυδρομείο|διεύθυνση email|eposta|e posta adresi|epost|epostadress|mejladress|e mail adresse|e postadresse',
  phone:
    'телефон|номер телефона|тел|рабочий телефон|номер телефону|telefonní číslo|telefónne číslo|numer telefonu|nr telefonu|nr tel|telefonszám|număr de telefon|nr telefon|τηλέφωνο|αριθμός τηλεφώνου|telefon no|tel no|telefonnr|tlf|tlf nr|puh',
  mobile:
    'мобильный|мобильный телефон|сотовый|моб|мобільний|мобилен|mobilní telefon|mobilný telefón|telefon komórkowy|komórka|mobilszám|mobiltelefonszám|telefon mobil|κινητό|κινητό τηλέφωνο|cep|cep telefonu|gsm|mobilnr|matkapuhelin|gsm numero',
  fax: 'факс|φαξ|faks',
  website:
    'сайт|веб сайт|уебсайт|webová stránka|www|web stránka|strona www|honlap|weboldal|pagina web|ιστοσελίδα|ιστότοπος|web adresi|hemsida|webbsida|hjemmeside|nettside|kotisivu|verkkosivusto',
  street:
    'адрес|улица|адреса|вулиця|adresa|ulice|ulica i numer|utca|cím|lakcím|adresă|stradă|strada|διεύθυνση|οδός|adres satırı|sokak|cadde|gata|gatuadress|besöksadress|vej|vejnavn|gate|besøksadresse|osoite|lähiosoite',
  postal_code:
    'индекс|почтовый индекс|поштовий індекс|пощенски код|psč|poštovní směrovací číslo|kod|irányítószám|irsz|cod poștal|cod poştal|τ κ|τκ|ταχυδρομικός κώδικας|postnr|post nr',
  city: 'город|місто|град|město|obec|mesto|miejscowość|város|település|oraș|oraş|localitate|πόλη|il|şehir il|ort|postort|kommun|postnummer og by|paikkakunta|postitoimipaikka',
  region:
    'область|край|регион|район|область регіон|kraj okres|okres|województwo|megye|județ|judeţ|νομός|περιφέρεια|ilçe|bölge|län|region|fylke|maakunta',
  country: 'страна|країна|държава|země|stát|krajina|państwo|ország|țară|ţară|tara|χώρα|ülkesi|land',
  client_name:
    'компания|организация|название компании|название организации|фирма|клиент|контрагент|компанія|організація|фірма|підприємство|назва компанії|клієнт|název firmy|společnost|zákazník|názov firmy|spoločnosť|zákazník|klient|kontrahent|nazwa klienta|cég|cégnév|ügyfél|vállalat|companie|firmă|nume companie|client nume|εταιρεία|επωνυμία|πελάτης|şirket|firma adı|müşteri|müşteri adı|företagsnamn|firmanamn|kund|firmanavn|bedrift|kunde|yritys|yrityksen nimi|asiakas',
  client_title:
    'название|наименование|назва|найменування|nazwa|název|názov|megnevezés|denumire|dane klienta|müşteri bilgileri',
  client_id:
    'код клиента|номер клиента|ид клиента|číslo zákazníka|zákaznické číslo|numer klienta|nr klienta|ügyfélszám|vevőkód|cod client|κωδικός πελάτη|müşteri no|müşteri kodu|müşteri numarası|kundnr|kund nr|kundenr|asiakasnumero|cust no|cust id|customer code|client no|client code|customer ref|account no|account number|kd nr|kdnr|kund id|kunde id|id client|id cliente|cod cliente',
  contact_name:
    'контакт|контактное лицо|контактна особа|лице за контакт|kontaktní osoba|kontaktná osoba|osoba kontaktowa|kapcsolattartó|persoană de contact|persoana de contact|υπεύθυνος επικοινωνίας|yetkili|yetkili kişi|ilgili kişi|kontaktperson|yhteyshenkilö',
  industry:
    'отрасль|сфера деятельности|галузь|отрасъл|odvětví|obor|odvetvie|branża|iparág|ágazat|industrie|domeniu|κλάδος|sektörü|bransch|branche|bransje|toimiala',
  tax_number:
    'инн|єдрпоу|ідентифікаційний номер|еик|булстат|ico|ičo|ič|dič|ič dph|nip|adószám|cui|cif|αφμ|vergi no|vkn|organisationsnummer|org nr|orgnr|cvr|cvr nummer|y tunnus',
  title:
    'название|название сделки|сделка|тема|назва|угода|название проекта|název|předmět|obchod|názov|predmet|nazwa|nazwa szansy|temat|transakcja|megnevezés|üzlet|tárgy|denumire|subiect|oportunitate|θέμα|τίτλος|fırsat|fırsat adı|konu|affär|ärende|rubrik|namn|salg|emne|sak|avtale|kauppa|otsikko|aihe',
  amount:
    'сумма|бюджет|стоимость|сума|вартість|стойност|částka|hodnota|suma|wartość|kwota netto|összeg|érték|sumă|valoare|ποσό|αξία|miktar|değer|värde|ordervärde|beløb|verdi|arvo',
  stage:
    'этап|этап сделки|стадия|воронка этап|етап|fáze|stav obchodu|fáza|etap|szakasz|fázis|etapă|στάδιο|aşama|aşaması|steg|säljfas|fase|trin|vaihe',
  status: 'статус|состояние|стан|stav|stan|állapot|stare|κατάσταση|durum|durumu|tila',
  owner:
    'ответственный|менеджер|відповідальний|отговорник|vlastník|obchodník|odpovědná osoba|opiekun|handlowiec|felelős|tulajdonos|proprietar|υπεύθυνος|sorumlu|temsilci|müşteri temsilcisi|ansvarig säljare|säljare|sælger|selger|vastuuhenkilö|myyjä|sales rep|salesperson|sales agent|account manager|rep|sales person|vertriebler|vertriebsmitarbeiter|kundenbetreuer|commercial|vendedor|vendeur|verkäufer|verkäuferin|außendienst',
  tags: 'теги|метки|тег|мітки|етикети|štítky|značky|etykiety|tagi|címkék|etichete|ετικέτες|etiketler|etikett|etiketter|mærker|tunnisteet',
  source: 'источник|джерело|източник|zdroj|źródło|forrás|sursă|πηγή|kaynak|källa|kilde|lähde',
  created:
    'дата создания|создано|дата створення|създаден на|datum vytvoření|vytvořeno|dátum vytvorenia|data utworzenia|utworzono|létrehozva|létrehozás dátuma|data creării|ημερομηνία δημιουργίας|oluşturulma tarihi|oluşturma tarihi|skapad|skapad datum|oprettet|opprettet|luotu',
  closes:
    'дата закрытия|дата закриття|дата на приключване|datum uzavření|dátum uzavretia|data zamknięcia|zárás dátuma|data închiderii|ημερομηνία κλεισίματος|kapanış tarihi|stängningsdatum|avslutsdatum|lukkedato|sulkemispäivä',
  due: 'срок|крайний срок|дедлайн|термін|краен срок|termín|termín splnění|termin|termin realizacji|határidő|esedékesség|termen|termen limită|προθεσμία|son tarih|bitiş tarihi|förfallodatum|slutdatum|forfaldsdato|forfallsdato|frist|eräpäivä|määräaika',
  text: 'notiz|anmerkung|anmerkungen|kommentar|описание|комментарий|примечание|заметки|опис|коментар|бележки|popis|poznámka|poznámky|opis|uwagi|notatki|leírás|megjegyzés|descriere|observații|σχόλια|σημειώσεις|περιγραφή|açıklama|notlar|beskrivning|anteckningar|kommentar|beskrivelse|noter|notater|kuvaus|huomautukset|muistiinpanot',
  currency: 'валюта|měna|mena|pénznem|monedă|moneda|νόμισμα|para birimi|valuutta|waluta',
  probability:
    'вероятность|ймовірність|вероятност|pravděpodobnost|prawdopodobieństwo|valószínűség|probabilitate|πιθανότητα|olasılık|sannolikhet|sandsynlighed|sannsynlighet|todennäköisyys',
};
