/** Year, month and day in a name or as folders: `2016-07-23-title.md`, `blog/2016/07/23/`. */
const DATE =
  /(?<!\d)(?<year>(?:19|20)\d{2})(?<mark>[-_/.])(?<month>0[1-9]|1[0-2])\k<mark>(?<day>0[1-9]|[12]\d|3[01])(?!\d)/gu;

/** The day that a path or an address names, `2016-07-23`; of several the last. Null: it names none. */
export function dateInPath(locator: string): string | null {
  const days = [...locator.matchAll(DATE)].flatMap(({ groups }) => {
    const { year = '', month = '', day = '' } = groups ?? {};
    const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
    // The 31st of a month of 30 days is a number.
    return date.getUTCDate() === Number(day) ? [`${year}-${month}-${day}`] : [];
  });
  return days.at(-1) ?? null;
}
