import type { NumberRange, Setting } from '../../configuration/settings.ts';

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** A value as it is written after its option: `24h`, `15,10,5`. */
export function writeValue({ unit }: Pick<Setting, 'unit'>, value: unknown): string {
  if (value === null) return 'no limit';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number' && unit === 'seconds') return writeDuration(value);
  if (typeof value === 'object') return Object.values(value).join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** `1 to 24`, `1s to 30d`, `more than 0, up to 1000000 US dollars`; undefined where any value of the kind is allowed. */
export function describeRange(setting: Setting, part?: string): string | undefined {
  const ranges = part === undefined ? setting.ranges : setting.ranges.slice(setting.parts.indexOf(part)).slice(0, 1);
  return ranges.length === 0 ? undefined : ranges.map((range) => writeRange(setting, range)).join(', ');
}

function writeRange(setting: Setting, { minimum, exclusiveMinimum, maximum }: NumberRange): string {
  const noun = setting.unit === 'US dollars' ? ` ${setting.unit}` : '';
  const most = `${writeValue(setting, maximum)}${noun}`;
  return minimum === undefined
    ? `more than ${exclusiveMinimum ?? 0}, up to ${most}`
    : `${writeValue(setting, minimum)} to ${most}`;
}

/** The option that sets it: `--max-tasks`, or `--no-language-check` for what is on by default. */
export function optionOf({ name, kind, default: value }: Pick<Setting, 'name' | 'kind' | 'default'>): string {
  return kind === 'switch' && value === true ? `--no-${name}` : `--${name}`;
}

/** The placeholder of the value after the option; empty for switches. */
export function placeholderOf({ kind, unit, parts, ranges }: Setting): string {
  if (kind === 'switch') return '';
  if (kind === 'choice') return '<choice>';
  if (kind === 'text') return '<name>';
  if (kind === 'list') return `<${parts.map(() => 'n').join(',')}>`;
  if (unit === 'seconds') return '<time>';
  if (unit === 'US dollars') return '<usd>';
  return kind === 'integer' ? '<n>' : ranges[0]?.maximum === 1 ? '<share>' : '<number>';
}

/** Seconds of `90s`, `15m`, `24h` or `7d`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(text.trim()) ?? [];
  const seconds = Object.entries(SECONDS).find(([name]) => name === unit)?.[1];
  return amount === undefined || seconds === undefined ? undefined : Number(amount) * seconds;
}

/** Seconds in the largest unit that leaves no rest: `90s`, `15m`, `7d`; one day is `24h`. */
export function writeDuration(seconds: number): string {
  if (seconds === SECONDS.d) return '24h';
  const units = Object.entries(SECONDS).toReversed();
  const [unit, size] = units.find(([, each]) => seconds !== 0 && seconds % each === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}
