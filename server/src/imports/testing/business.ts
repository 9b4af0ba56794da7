/** A small business as its records stand in another system: what every set of files is made of. */

export type Company = {
  id: number;
  name: string;
  domain: string;
  industry: string;
  street: string;
  city: string;
  postal_code: string;
  country: string;
  phone: string;
  owner: string;
  created: string;
};

export type Person = {
  id: number;
  first: string;
  last: string;
  email: string;
  home_email: string;
  phone: string;
  mobile: string;
  title: string;
  company: Company;
  birthday: string;
  owner: string;
  created: string;
};

export type Sale = {
  id: number;
  title: string;
  amount: number;
  stage: string;
  status: 'open' | 'won' | 'lost';
  /** The day it is expected to close; of a closed one the day it did. */
  closes: string;
  lost_reason: string;
  company: Company;
  person: Person;
  owner: string;
  created: string;
};

export type Todo = {
  id: number;
  title: string;
  due: string;
  is_done: boolean;
  completed: string;
  person: Person;
  sale: Sale;
  assignee: string;
};

export type Remark = {
  id: number;
  body: string;
  person: Person;
  company: Company;
  sale: Sale;
  written: string;
};

export type Business = {
  companies: Company[];
  people: Person[];
  sales: Sale[];
  todos: Todo[];
  remarks: Remark[];
};

const FIRST = ['Grace', 'Jörg', 'Zoë', 'Søren', 'Łucja', 'José', "D'Arcy", 'Anne-Marie', 'Björk', 'Chloé'];
const LAST = [
  'Hopper',
  'Müller',
  'Núñez',
  'Åkesson',
  "O'Neill",
  'van der Berg',
  'Schmidt',
  'Dvořák',
  'İnan',
  'Li',
];
const FIRMS = ['Müller & Söhne', 'Acme, Inc.', 'Café "Zur Post"', 'Nordlys A/S', 'Lumière SARL'];
const STAGES = ['Appointment', 'Qualified', 'Proposal sent', 'Negotiation'];

/** The User who makes the import, and one whom nobody knows here. */
export const OWNERS = ['Ann Example', 'Bob Elsewhere'];

/** Records with the letters, commas and quotes that files of the field have. */
export function businessOf(size = 20): Business {
  const at = <T>(items: readonly T[], index: number) => items[index % items.length]!;
  const companies = range(size).map(
    (index): Company => ({
      id: 1000 + index,
      name: `${at(FIRMS, index)} ${index + 1}`,
      domain: `firm${index + 1}.example.com`,
      industry: at(['Retail', 'Software', 'Construction'], index),
      street: `${index + 1} Main St, Floor 2`,
      city: at(['Köln', 'Århus', 'Lyon', 'Boston'], index),
      postal_code: String(10_000 + index),
      country: at(['Germany', 'Denmark', 'France', 'United States'], index),
      phone: `+49 89 ${200_000 + index}`,
      owner: at(OWNERS, index),
      created: dayOf(2024, index),
    }),
  );
  const people = range(size + 5).map(
    (index): Person => ({
      id: 5000 + index,
      first: at(FIRST, index),
      last: `${at(LAST, Math.floor(index / 10) + index)} ${index + 1}`,
      email: `person${index + 1}@example.com`,
      home_email: index % 3 === 0 ? `home${index + 1}@example.org` : '',
      phone: `+49 30 ${300_000 + index}`,
      mobile: index % 2 === 0 ? `+49 171 ${4_000_000 + index}` : '',
      title: at(['Buyer', 'CEO', 'Head of sales'], index),
      company: at(companies, index),
      birthday: `19${60 + (index % 30)}-0${1 + (index % 9)}-1${index % 10}`,
      owner: at(OWNERS, index),
      created: dayOf(2024, index + 30),
    }),
  );
  const sales = range(size).map((index): Sale => {
    const status = at(['open', 'won', 'lost', 'open'] as const, index);
    const person = at(people, index);
    return {
      id: 9000 + index,
      title: `Website, part ${index + 1}`,
      amount: 1000.5 * (index + 1),
      stage: at(STAGES, index),
      status,
      closes: status === 'open' ? dayOf(2027, index) : dayOf(2026, 280 + index),
      lost_reason: status === 'lost' ? 'Too expensive' : '',
      company: person.company,
      person,
      owner: at(OWNERS, index),
      created: dayOf(2025, index),
    };
  });
  const todos = range(size).map(
    (index): Todo => ({
      id: 12_000 + index,
      title: `Call back, round ${index + 1}`,
      due: dayOf(2026, 300 + index),
      is_done: index % 2 === 1,
      completed: index % 2 === 1 ? dayOf(2026, 301 + index) : '',
      person: at(people, index),
      sale: at(sales, index),
      assignee: at(OWNERS, index),
    }),
  );
  const remarks = range(size).map(
    (index): Remark => ({
      id: 15_000 + index,
      body: `They want "part ${index + 1}", soon.\nAsk again; twice.`,
      person: at(people, index),
      company: at(companies, index),
      sale: at(sales, index),
      written: dayOf(2026, 100 + index),
    }),
  );
  return { companies, people, sales, todos, remarks };
}

function range(size: number): number[] {
  return Array.from({ length: size }, (_, index) => index);
}

/** The day of the year, counted from 0. */
function dayOf(year: number, day: number): string {
  return new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10);
}
