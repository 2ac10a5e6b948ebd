const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
const BYTES = { B: 1, KB: 1_024, MB: 1_048_576, GB: 1_073_741_824 } as const;

/** Seconds of `90s`, `15m`, `24h` or `7d`; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(text.trim()) ?? [];
  const seconds = Object.entries(SECONDS).find(([name]) => name === unit)?.[1];
  return amount === undefined || seconds === undefined ? undefined : Number(amount) * seconds;
}

/** Seconds in the largest unit that leaves no rest: `90s`, `15m`, `7d`; one day is `24h`. */
export function writeDuration(seconds: number): string {
  if (seconds === SECONDS.d) return '24h';
  return inLargestUnit(seconds, SECONDS);
}

/** Bytes of `800KB`, `50 mb` or `1024`; undefined for anything else. */
export function parseByteSize(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,12})\s*(b|kb|mb|gb)?$/i.exec(text.trim()) ?? [];
  const factor = Object.entries(BYTES).find(([name]) => name === (unit.toUpperCase() || 'B'))?.[1];
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}

/** Bytes in the largest unit that leaves no rest: `50MB`. */
export function writeByteSize(bytes: number): string {
  return inLargestUnit(bytes, BYTES);
}

function inLargestUnit(amount: number, units: Readonly<Record<string, number>>): string {
  const [unit, size] =
    Object.entries(units)
      .toReversed()
      .find(([, each]) => amount !== 0 && amount % each === 0) ??
    Object.entries(units)[0] ??
    [];
  return `${amount / (size ?? 1)}${unit}`;
}
