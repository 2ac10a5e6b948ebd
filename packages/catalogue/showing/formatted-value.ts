import type { StatedValue } from '../table/item-columns.ts';
import type { FieldDefinition } from '../values/vertical-definition.ts';

const YES_AND_NO: Readonly<Record<string, readonly [string, string]>> = { en: ['yes', 'no'], de: ['ja', 'nein'] };

/** A value of an item for people who read a language. */
export function formatValue({ type, scale, unit }: FieldDefinition, stated: StatedValue, language: string): string {
  const { value, currency } = stated;
  switch (type) {
    case 'money':
      return formatMoney(Number(value), currency, language);
    case 'rating':
      return `${formatNumber(Number(value), language)} / ${scale}`;
    case 'number':
      // A number without a unit may be a year, which has no separators.
      return unit === '' ? String(value) : `${formatNumber(Number(value), language)} ${unit}`;
    case 'date':
      return formatDay(String(value), language);
    case 'boolean':
      return (YES_AND_NO[language] ?? YES_AND_NO['en'] ?? [])[value === true ? 0 : 1] ?? String(value);
    case 'text':
    case 'coordinates':
      return String(value);
  }
}

/** Whole amounts without decimals. @param currency ISO 4217, or null */
export function formatMoney(value: number, currency: string | null, language: string): string {
  const decimals = Number.isInteger(value) ? { maximumFractionDigits: 0 } : {};
  if (currency === null) return new Intl.NumberFormat(localeOf(language), decimals).format(value);
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency, ...decimals });
  // The same spaces everywhere: some languages have narrow ones that cannot be searched for.
  return format.format(value).replaceAll(/\s/g, ' ');
}

function formatNumber(value: number, language: string): string {
  return new Intl.NumberFormat(localeOf(language)).format(value);
}

function formatDay(date: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(date));
}

/** Languages without a locale of their own are written as English. */
function localeOf(language: string): string {
  return /^[a-z]{2}$/.test(language) ? language : 'en';
}
