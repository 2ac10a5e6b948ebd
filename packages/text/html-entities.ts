import { decodeHTMLStrict } from 'entities';

const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});/gi;
const SOFT_HYPHEN = '\u00ad';

/** Replaces entities by their characters; no-break spaces and control characters become plain spaces. */
export function decodeEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity) => {
    const decoded = decodeHTMLStrict(entity);
    if (decoded === SOFT_HYPHEN) return '';
    return /^[\p{Cc}\u00a0]$/u.test(decoded) ? ' ' : decoded;
  });
}
