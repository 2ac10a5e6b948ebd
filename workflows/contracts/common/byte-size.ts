const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes for people: `812 bytes`, `4.1 KB`, `50 MB`; a unit is 1,024 of the one before. */
export function formatBytes(bytes: number): string {
  const steps = bytes < 1_024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)));
  const amount = bytes / 1_024 ** steps;
  return `${Number(amount.toFixed(1))} ${UNITS[steps]}`;
}
