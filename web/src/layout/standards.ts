import { LOCALE } from '../texts/locale.ts';

/** Values to choose from, with their labels. */
export type Choices = Record<string, string>;

/**
 * The countries (ISO 3166-1 alpha-2) by their currency. The browser gives the names of both.
 */
const COUNTRIES_BY_CURRENCY =
  'AED:AE AFN:AF ALL:AL AMD:AM AOA:AO ARS:AR AUD:AU,CC,CX,HM,KI,NF,NR,TV AWG:AW AZN:AZ BAM:BA BBD:BB BDT:BD :AQ BHD:BH BIF:BI BMD:BM BND:BN BOB:BO BRL:BR BSD:BS BTN:BT BWP:BW BYN:BY BZD:BZ CAD:CA CDF:CD CHF:CH,LI CLP:CL CNY:CN COP:CO CRC:CR CUP:CU CVE:CV CZK:CZ DJF:DJ DKK:DK,FO,GL DOP:DO DZD:DZ EGP:EG ERN:ER ETB:ET EUR:AD,AT,AX,BE,BG,BL,CY,DE,EE,ES,FI,FR,GF,GP,GR,HR,IE,IT,LT,LU,LV,MC,ME,MF,MQ,MT,NL,PM,PT,RE,SI,SK,SM,TF,VA,YT FJD:FJ FKP:FK GBP:GB,GG,GS,IM,JE GEL:GE GHS:GH GIP:GI GMD:GM GNF:GN GTQ:GT GYD:GY HKD:HK HNL:HN HTG:HT HUF:HU IDR:ID ILS:IL,PS INR:IN IQD:IQ IRR:IR ISK:IS JMD:JM JOD:JO JPY:JP KES:KE KGS:KG KHR:KH KMF:KM KPW:KP KRW:KR KWD:KW KYD:KY KZT:KZ LAK:LA LBP:LB LKR:LK LRD:LR LSL:LS LYD:LY MAD:EH,MA MDL:MD MGA:MG MKD:MK MMK:MM MNT:MN MOP:MO MRU:MR MUR:MU MVR:MV MWK:MW MXN:MX MYR:MY MZN:MZ NAD:NA NGN:NG NIO:NI NOK:BV,NO,SJ NPR:NP NZD:CK,NU,NZ,PN,TK OMR:OM PAB:PA PEN:PE PGK:PG PHP:PH PKR:PK PLN:PL PYG:PY QAR:QA RON:RO RSD:RS RUB:RU RWF:RW SAR:SA SBD:SB SCR:SC SDG:SD SEK:SE SGD:SG SHP:SH SLE:SL SOS:SO SRD:SR SSP:SS STN:ST SYP:SY SZL:SZ THB:TH TJS:TJ TMT:TM TND:TN TOP:TO TRY:TR TTD:TT TWD:TW TZS:TZ UAH:UA UGX:UG USD:AS,BQ,EC,FM,GU,IO,MH,MP,PR,PW,SV,TC,TL,UM,US,VG,VI UYU:UY UZS:UZ VES:VE VND:VN VUV:VU WST:WS XAF:CF,CG,CM,GA,GQ,TD XCD:AG,AI,DM,GD,KN,LC,MS,VC XCG:CW,SX XOF:BF,BJ,CI,GW,ML,NE,SN,TG XPF:NC,PF,WF YER:YE ZAR:ZA ZMW:ZM ZWG:ZW';

const CURRENCIES: Record<string, string> = Object.fromEntries(
  COUNTRIES_BY_CURRENCY.split(' ').flatMap((entry) => {
    const [currency, countries] = entry.split(':') as [string, string];
    return countries
      .split(',')
      .filter(Boolean)
      .map((country) => [country, currency]);
  }),
);

const countryNames = new Intl.DisplayNames(LOCALE, { type: 'region', fallback: 'code' });
const currencyNames = new Intl.DisplayNames(LOCALE, { type: 'currency', fallback: 'code' });

export const countries = once(() => sorted(Object.keys(CURRENCIES), (code) => countryNames.of(code)!));

export const currencies = once(() =>
  sorted(Intl.supportedValuesOf('currency'), (code) => `${code} · ${currencyNames.of(code)}`),
);

/** The time zones that the browser knows, and UTC. */
export const timeZones = once(() =>
  Object.fromEntries(['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => [zone, sayZone(zone)])),
);

/** Returns a time zone for people: `America / New York`. */
export function sayZone(zone: string): string {
  return zone.replaceAll('_', ' ').replaceAll('/', ' / ');
}

/** The currency of a country; undefined for a country that does not exist. */
export function currencyOf(country: string): string | undefined {
  return CURRENCIES[country] || undefined;
}

/**
 * Returns the options of a select. A stored value that is no choice becomes one, because the API
 * also accepts names of countries. It replaces a choice with the same label.
 */
export function optionsOf(choices: Choices, stored = ''): { value: string; label: string }[] {
  const options = Object.entries(choices).map(([value, label]) => ({ value, label }));
  if (stored === '' || Object.hasOwn(choices, stored)) return options;
  return [{ value: stored, label: stored }, ...options.filter(({ label }) => label !== stored)];
}

export function sorted(codes: string[], nameOf: (code: string) => string): Choices {
  const named = codes.map((code) => [code, nameOf(code)] as const);
  return Object.fromEntries(named.sort(([, a], [, b]) => a.localeCompare(b)));
}

/** Computes the names at first use, because there are some hundred. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
