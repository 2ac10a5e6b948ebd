import { InvalidArgumentError } from 'commander';
import { describeWrongLanguage, isLanguageCode } from '../../../workflows/contracts/language-codes.ts';
import { WEB_PROVIDERS, type WebProvider } from '../../../workflows/contracts/web-search.ts';
import { parseDuration } from '../terminal/duration.ts';

/** A whole number; its range is the request schema's matter. */
export function parseWholeNumber(text: string): number {
  if (!/^\d{1,12}$/.test(text.trim())) throw new InvalidArgumentError('Use a whole number, like 4.');
  return Number(text);
}

/** A decimal number, like the shares and thresholds between 0 and 1; its range is the request schema's matter. */
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

/** Findings of tiers 1, 2 and 3. */
export function parseTierCaps(text: string): readonly [number, number, number] {
  const [, tier1, tier2, tier3] = /^(\d{1,6}),\s*(\d{1,6}),\s*(\d{1,6})$/.exec(text.trim()) ?? [];
  if (tier3 === undefined) throw new InvalidArgumentError('Use three whole numbers, for tiers 1, 2 and 3: 15,10,5.');
  return [Number(tier1), Number(tier2), Number(tier3)];
}

/** Seconds. */
export function parseDurationOption(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined) throw new InvalidArgumentError('Use a number with a unit: 90s, 15m, 24h or 7d.');
  return seconds;
}

const BYTES: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1_024, mb: 1_048_576, gb: 1_073_741_824 };

/** Bytes. */
export function parseByteSize(text: string): number {
  const [, amount, unit = ''] = /^(\d{1,12})\s*(b|kb|mb|gb)?$/i.exec(text.trim()) ?? [];
  const factor = BYTES[unit.toLowerCase()];
  if (amount === undefined || factor === undefined) throw new InvalidArgumentError('Use a size like 50MB or 800KB.');
  return Number(amount) * factor;
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
