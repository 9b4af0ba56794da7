import type { ListField } from '@rapport/contract/list-definition';
import { type Names, sayOwner } from '../../fields/names.ts';
import { measureFault, numberFault, numberFrom } from '../../fields/values/number-faults.ts';
import { sayDate } from '../../fields/values/say.ts';
import { sayDay } from '../../layout/say-day.ts';
import type { Choices } from '../../layout/standards.ts';
import { records } from '../../texts/records.ts';
import { typedAmountFault } from './typed-amounts.ts';

/** The type of what a list is filtered by. */
export type FilterType = ListField['type'] | 'user';

type OfType = {
  /** The conditions that the page offers. The first one is preselected. The API knows more. */
  operators: string[];
  /** Further conditions if the value may be missing. */
  ifNullable?: string[];
  /** The possible values. */
  choices?: Choices;
  /** The possible values, made of the members of the Account. */
  ofMembers?: (members: Choices) => Choices;
  /** The possible values are the tags of the Account. */
  isOfTags?: true;
  /** Returns the words for a value of a filter. */
  say?: (value: string, names: Names) => string;
  /** Returns the fault of a typed value, or null. */
  fault?: (typed: string, field: { isAmount?: boolean; isMeasure?: boolean }) => string | null;
  /** Returns the typed value in the form of the API. */
  fromText?: (typed: string) => string;
  /** The value is a day, and its conditions are said as such: "before", "since". */
  isWhen?: true;
  isNumber?: true;
};

export const YES_NO = { true: records.yes, false: records.no };

const NUMBER: OfType = {
  operators: ['gte', 'lte', 'eq'],
  fault: (typed, { isAmount, isMeasure }) => {
    if (isMeasure) return measureFault(typed);
    return isAmount ? typedAmountFault(typed) : numberFault(typed, 0);
  },
  fromText: (typed) => numberFrom(typed)!,
  isNumber: true,
};
const SAME = { operators: ['eq', 'ne'] };
const PART = { operators: ['eq', 'contains'] };

/** The types of filters on the pages. A new type of the API's lists is a row here. */
export const FILTER_TYPES: Record<FilterType, OfType> = {
  text: { operators: ['contains', 'starts_with', 'eq', 'ne'] },
  choice: { operators: ['eq', 'ne', 'in'] },
  choices: SAME,
  tags: { ...SAME, operators: [...SAME.operators, 'is_null'], isOfTags: true },
  user: {
    ...SAME,
    ofMembers: (members) => ({ me: records.me, ...members }),
    say: (value, names) => (value === 'me' ? records.me : sayOwner(value, names)),
  },
  uuid: SAME,
  links: { operators: ['eq'] },
  time: { operators: ['within', 'gte', 'lt'], ifNullable: ['not_since'], say: sayDay, isWhen: true },
  date: { operators: ['within', 'gte', 'lte', 'eq'], say: sayDate, isWhen: true },
  number: NUMBER,
  money: NUMBER,
  boolean: { operators: ['eq'], choices: YES_NO },
  part: PART,
  custom: PART,
};
