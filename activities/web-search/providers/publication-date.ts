const ISO_DATE = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?!\d)/;

/** An ISO date (`2026-05-04`, or as much of it as is known) from a provider's text; null when it is not a date. */
export function toPublicationDate(written: string | null | undefined): string | null {
  const text = written?.trim() ?? '';
  const [date] = ISO_DATE.exec(text) ?? [];
  if (date !== undefined) return date;
  // Without a year JavaScript would take 2001.
  if (!/\d{4}/.test(text)) return null;
  // Days without a time zone are the same everywhere.
  const time = [`${text} UTC`, text].map((form) => Date.parse(form)).find((value) => !Number.isNaN(value));
  return time === undefined ? null : new Date(time).toISOString().slice(0, 10);
}

/** Whether a date is certainly before `since`, compared at the precision of the less precise one. */
export function isOlder(publishedAt: string, since: string): boolean {
  const length = Math.min(publishedAt.length, since.length);
  return publishedAt.slice(0, length) < since.slice(0, length);
}
