import type { TimeUnit } from '../models/pictures.ts';

/** How the page writes numbers in its language. */
export interface Numbers {
  readonly count: (number: number) => string;
  /** US dollars. */
  readonly money: (dollars: number) => string;
  /** A moment, ISO 8601. */
  readonly time: (moment: string) => string;
  /** `12 min` */
  readonly duration: (amount: number, unit: TimeUnit) => string;
}

export function numbersIn(language: string): Numbers {
  const plain = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumSignificantDigits: 3 });
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' });
  return {
    count: (number) => plain.format(number),
    money: (amount) => dollars.format(amount),
    time: (iso) => moment.format(new Date(iso)),
    duration: (amount, unit) => `${plain.format(amount)} ${unit}`,
  };
}
