import { describeWrongLanguage, isLanguageCode } from '@plumbline/contracts/common/language-codes';
import { WEB_PROVIDERS, type WebProvider } from '@plumbline/contracts/common/web-search';
import { SHOWN_SOURCES } from '@plumbline/contracts/evidence/source-registry';
import { InvalidArgumentError, Option } from 'commander';
import { parseDuration } from './setting-text.ts';

/** A whole number; the request's schema checks its range. */
export function parseWholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text.trim())) throw new InvalidArgumentError('Use a whole number, like 4.');
  return Number(text);
}

/** A decimal number, like the shares and thresholds between 0 and 1; the request's schema checks its range. */
export function parseDecimal(text: string): number {
  if (!/^-?\d{1,6}(?:\.\d{1,6})?$/.test(text.trim())) throw new InvalidArgumentError('Use a number, like 0.6.');
  return Number(text);
}

/** A language by its code. */
export function parseLanguage(text: string): string {
  const code = text.trim().toLowerCase();
  if (!isLanguageCode(code)) throw new InvalidArgumentError(`${describeWrongLanguage(text)}.`);
  return code;
}

/** One of some words. */
export function parseChoice(text: string, choices: readonly string[]): string {
  if (!choices.includes(text)) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
  return text;
}

/** So many whole numbers. */
export function parseNumberList(text: string, length: number): readonly number[] {
  const numbers = text.split(',').map((part) => part.trim());
  if (numbers.length !== length || !numbers.every((part) => /^\d{1,6}$/.test(part))) {
    throw new InvalidArgumentError(`Use ${length} whole numbers with commas, like 15,10,5.`);
  }
  return numbers.map(Number);
}

/** Seconds. */
export function parseDurationOption(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined) throw new InvalidArgumentError('Use a number with a unit: 90s, 15m, 24h or 7d.');
  return seconds;
}

/** One more value of an option that may be given several times. */
export function collect(text: string, given: readonly string[] = []): readonly string[] {
  return [...given, text];
}

/** One more provider; the same one twice counts once. */
export function collectProvider(text: string, given: readonly WebProvider[] = []): readonly WebProvider[] {
  const provider = WEB_PROVIDERS.find((name) => name === text.trim().toLowerCase());
  if (provider === undefined) throw new InvalidArgumentError(`Allowed choices are ${WEB_PROVIDERS.join(', ')}.`);
  return [...new Set([...given, provider])];
}

export function shownSourcesOption(): Option {
  return new Option('--sources <which>', 'sources to list; all also lists those that were found and not cited')
    .choices(SHOWN_SOURCES)
    .default('cited');
}
