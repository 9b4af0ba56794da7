/**
 * Small lists in the shape of files that stand in public repositories: their columns, and what is
 * odd about them. The data is made up.
 */
export const LISTS: Record<string, string> = {
  'sales_pipeline.csv': `opportunity_id,sales_agent,product,account,deal_stage,engage_date,close_date,close_value
1C1I7A6R,Mo Frey,GTX Basic,Cancity,Won,10/20/2026,3/1/2027,1054
Z063OYW0,Dar Lecht,GTX Pro,,Engaging,10/25/2026,3/13/2027,4514
EC4QE1BX,Dar Lecht,MG,Isdom,Lost,10/26/2026,3/4/2027,0`,
  'deals.csv': `deal_id,contact_id,stage,amount,close_date,source
D0000,C0033,Negotiation,3192,2026-12-23,LinkedIn
D0001,C0006,Proposal,2248,2026-11-02,Email`,
  'hubspot_deals.csv': `Deal ID,Deal Name,Deal Stage,Pipeline,Amount,Close Date,Create Date,Deal Owner,Deal Type,Closed Lost Reason,Associated Company Domain,Associated Contact Email
DEAL-b2,Long Group - New,Decision Maker,Sales,210833.37,2026-06-17,2025-03-29,dw@office.example,Existing,,frost.example,jo@frost.example
DEAL-4c,Bailey - New,Closed Won,Sales,,2026-01-09,2025-08-26,mi@office.example,New,,barker.example,`,
  'Opportunity.csv': `\ufeffCreated On,Topic,Owner,Potential Customer,Status,Status Reason,Est. revenue,Est. close date,Actual Close Date,Probability,Rating,Sales Stage,Contact
5/20/2026 7:42,Adatum | Coffee,Jim Naka,Adatum Corp,Lost,Canceled,13400,8/31/2026,8/31/2026,15,Cold,Close,Kevin Mart
5/27/2026 0:00,Adatum | Office,Alan Ross,Adatum Corp,Open,Open,20450,6/26/2027,,95,Hot,Propose,Kevin Mart`,
  'Account.csv': `\ufeffAccount Name,Main Phone,Address 1: City,Address 1: State/Province,Primary Contact,Territory,Annual Revenue,Owner
Adatum Corp,425-555-0158,Redmond,Washington,Kevin Mart,Northwest,135000000,Jeff Com
Adventure Cycles,831-555-0178,Santa Cruz,California,Parsi Troker,Southwest,245000000,Eric Boo`,
  'leads.csv': `Index,Account Id,Lead Owner,First Name,Last Name,Company,Phone 1,Phone 2,Email 1,Email 2,Website,Source,Deal Stage,Notes
1,0970F99,Beth Dix,Victor,Coch,"Grimes, Madden and Huff",+1-532-344-1362,2754733370,ha@mclaugh.example,yg@guzman.example,http://www.rosales.example/,Ads,New Lead,Speak own.
2,e9AABdd,Andy Call,Mauree,Fuen,Crosby Inc,001-672-799-2170x5610,,bs@wilkins.example,,,Ads,Closed Won,Consumer still.`,
  'kunden.csv': `kunden_id;name;umsatz;region;produkt
1;Max Muster;1500,50;Bayern;Laptop
2;Anna Schmidt;2300,75;Hessen;`,
  'Connections.csv': `Notes:
"When exporting your data, you may notice that some addresses are missing."

First Name,Last Name,URL,Email Address,Company,Position,Connected On
Ada,Love,https://www.example.com/in/ada,,Engines,Founder,24 Nov 2026
Grace,Hop,https://www.example.com/in/grace,grace@navy.example,Navy,Admiral,03 Jan 2026`,
  'preise.csv': `Firma;Ansprechpartner;E-Mail;Auftragswert;Wahrscheinlichkeit
Mühle AG;Uwe Jäger;uwe@muehle.example;1.200,– €;25 %
Loom AG;Lena Groß;lena@loom.example;2.500,50 €;50 %`,
  'audience.csv': `Email Address,First Name,Last Name,Address,Phone Number,Birthday,Company,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,LEID,EUID,TAGS
fia@one.example,Fia,Falk,"Storgatan, Stockholm",070 987 6543,04/12,Falk Mode,4,2025-11-02 18:22:11,10.0.0.1,330001,abcd,"""vip"",""newsletter"""
gus@two.example,Gustav,Green,,,,,2,2025-12-14 09:01:54,,330002,abce,newsletter`,
  'suppliers.csv': `*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAddressLine1,POCity,POPostalCode,POCountry,PhoneNumber,TaxNumber,DefaultTaxSales,Website
Marlow Works,MAR001,gavin@marlow.example,Gavin,Marlow,High Street,Perth,6000,Australia,08 9200 0001,51 824 753 556,Exclusive,https://marlow.example`,
  'adressen.csv': `Kundennummer;Firma;Vorname;Nachname;Position;Strasse;PLZ;Ort;Telefon 1;E-Mail;Notizen
K-1001;Hausverwaltung Seeblick;Michael;Pfister;Leitung;Bahnhofweg;71063;Sindelfingen;07031 123456;info@seeblick.example;Ruft gern
K-1002;;Sabine;Maier;;Gartenweg;70173;Stuttgart;0711 98765;sabine@maier.example;`,
  'attendees.csv': `Order #,Order Date,First Name,Last Name,Email,Quantity,Ticket Type,Total Paid,Attendee Status,Home Address 1,Home City,Home Zip,Cell Phone,Job Title,Company
1001,2026-10-24,Ana,Reyes,ana@reg.example,1,General,60.00,Attending,Main Street,Austin,78701,+1 512 555 0133,Buyer,Reyes Trade
1001,2026-10-24,Marcus,Bell,ana@reg.example,1,General,60.00,Attending,,,,,,`,
  'all-deals.csv': `Record ID,Deal Name,Deal Stage,Pipeline,Amount,Close Date,Deal owner,Associated Company,Associated Company IDs,Associated Contact,Associated Contact IDs
901,Lens,Appointment Scheduled,Sales Pipeline,1200,2026-12-01,Dar Lecht,Acme,77,Bo Ekman,55
902,Mill,Closed Won,Sales Pipeline,800,2026-10-01,Dar Lecht,Beta,78,Cyd Dean;Dino Fox,56;57`,
  'sdelki.csv': `Название сделки;Компания;Контактное лицо;Эл. почта;Сумма;Валюта;Этап;Ответственный;Дата закрытия
Поставка станков;Ромашка;Иван Петров;ivan@romashka.example;150000;RUB;Переговоры;Анна Белова;15.12.2026`,
  'kun.csv': `"kun_id";"kun_firmenname";"kun_telefon";"kun_adresse";"kun_town";"kun_plz";"kun_created"
"1";"Nordlicht";"0049 30 7654321";"Ludlgasse";"Linz";"4020";"2026-04-18 18:56:02"
"2";"Talwerk";"0049 30 7654322";"Hauptstrasse";"Wels";"4600";"2026-04-18 19:07:57"`,
  'leads-tiered.csv': `Priority Tier,Business Name,Category,Phone Number,Status,Notes
Tier One,Root Bakery,Bakery,312 555 0101,Haven't Called,Ask again
Tier Two,Lake Dental,Dentist,,Haven't Called,`,
  'klienci.csv': `typ_klienta,imie,nazwisko,nazwa_firmy,nip,adres
firma,,,Wisła Serwis,5222826950,"ulica Chmielna, Warszawa"
firma,Anna,Nowak,Odra Handel,5222826951,ulica Wiosenna
osoba,Piotr,Zalewski,,,ulica Krótka`,
  'clienti.csv': `Luigi;Verdi;VRDLGU85;luigi@verdi.example
Mario;Rossi;RSSMAR99;mario@rossi.example`,
  'firmy.csv': `Фірма;Коментар;Телефон(и)
Світанок;Зерно;044 123 45 67
Левада;;`,
  'address_book.csv': `first_name,last_name,emails,phones
Vance,Hamill,vance@sch.example;hamill@fisher.example,1-694-705-8389;199-110-8798`,
};
