const MAX_LENGTH = 60;

/** A title in small letters, digits and hyphens; empty if it has no letter of the Latin alphabet and no digit. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|(?<!-)-+$/gu, '');
}
