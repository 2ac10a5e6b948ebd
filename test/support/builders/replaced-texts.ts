/** Fields whose texts are names: addresses of the page rest on them, and what it decides. */
const NAMES = new Set(
  (
    'kind stage step state from engine outcome form name mark status delta action standing type by origin basis ' +
    'sourceTier mediaType subject path key briefing language quotedLanguage day time at since until deadline ' +
    'firstSeen webUi untrusted'
  ).split(' '),
);
const IS_NAME = /^[\w.:/+-]+$/;

/**
 * Replaces every text of an answer but its names, the same text by the same one. What is not known to be a name is
 * taken for a text, so a new field is replaced until somebody names it here.
 */
export function replaceTexts<Value>(value: Value, textOf: (text: string) => string): Value {
  return replaced(value, '') as Value;

  function replaced(part: unknown, field: string): unknown {
    if (typeof part === 'string') return part === '' || isName(field, part) ? part : textOf(part);
    if (Array.isArray(part)) return part.map((entry) => replaced(entry, field));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, replaced(inner, name)]));
  }
}

function isName(field: string, text: string): boolean {
  return (NAMES.has(field) || /(?:Id|Ids|Hash|At)$/.test(field)) && IS_NAME.test(text);
}
