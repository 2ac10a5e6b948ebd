/** Outlets of the world, by what the briefing's SOURCES.md says of them. Each has a loopback address of its own. */
export const OUTLETS = {
  agency: '127.0.1.1',
  courier: '127.0.1.3',
  herald: '127.0.1.4',
  tradeLetter: '127.0.1.5',
  blog: '127.0.1.6',
  insider: '127.0.1.7',
} as const;
export type Outlet = keyof typeof OUTLETS;

/** ISO date of a day of the world. */
export function dateOf(day: number): string {
  return new Date(Date.UTC(2026, 2, 1 + day)).toISOString().slice(0, 10);
}
